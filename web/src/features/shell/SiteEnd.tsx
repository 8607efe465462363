import { useEffect } from 'react';
import { startBehaviours } from '../../ui/behaviours';
import { useCodeControls } from '../../ui/code-controls';
import { startSamples } from '../samples/live-samples';
import { startTryIt } from '../try-it/start-try-it';
import { Footer } from './Footer';

/** What the pages of the site have below their content, and what makes that content work. The portal has neither. */
export function SiteEnd() {
  useCodeControls();
  useEffect(startBehaviours, []);
  useEffect(startSamples, []);
  useEffect(startTryIt, []);
  return <Footer />;
}
