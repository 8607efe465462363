import './ui/tokens.css';
import './ui/ui.css';
import { createRoot } from 'react-dom/client';
import { startApp, takeOver } from './app';

const element = document.getElementById('root');
if (!element) throw new Error('index.html has no #root');

void (element.firstElementChild ? takeOver(element) : startApp(createRoot(element)));
