import { useEffect } from 'react';
import { startBehaviours } from '../../ui/behaviours';
import { useCodeControls } from '../../ui/code-controls';
import { startSamples } from '../samples/live-samples';
import { startTryIt } from '../try-it/start-try-it';
import { Footer } from './Footer';

/** The footer of the site's pages, and the scripts that their content needs. The portal needs neither. */
export function SiteEnd() {
  useCodeControls();
  useEffect(startBehaviours, []);
  useEffect(startSamples, []);
  useEffect(startTryIt, []);
  return <Footer />;
}
