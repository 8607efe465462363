// The entry of /open. It has no router, SDK or site catalogs, because most phones load it only once.
import './ui/tokens.css';
import './ui/ui.css';
import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { thisDocument } from './api/later';
import { firstKnown, languageOfPath, loadTexts } from './features/open/languages';
import { OpenApp } from './features/open/OpenApp';
import { isLanguage } from './i18n/languages';

const element = document.getElementById('root');
if (!element) throw new Error('open.html has no #root');

const isRendered = element.firstElementChild !== null;
const { lang } = document.documentElement;
// In development there is no prerendered document with a language.
const language =
  isRendered && isLanguage(lang) ? lang : (languageOfPath(location.pathname) ?? firstKnown(navigator.languages));
const app = (
  <StrictMode>
    <OpenApp language={language} texts={await loadTexts(language, { document: thisDocument })} />
  </StrictMode>
);
if (isRendered) hydrateRoot(element, app);
else createRoot(element).render(app);
