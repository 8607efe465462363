import './ui/tokens.css';
import './ui/ui.css';
import { createRoot } from 'react-dom/client';
import { startApp } from './app';

const element = document.getElementById('root');
if (!element) throw new Error('index.html has no #root');

void startApp(createRoot(element));
