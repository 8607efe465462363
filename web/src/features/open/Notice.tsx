import { SceneOfLink } from './drawings/SceneOfLink';

/** A link that leads to no session: what is the matter, and what helps. Nothing here would be of use to press. */
export const Notice = ({ title, text }: { title: string; text: string }) => (
  <div className="mx-auto max-w-form space-y-5 text-center">
    <SceneOfLink />
    <h1 className="display text-3xl">{title}</h1>
    <p className="text-muted">{text}</p>
  </div>
);
