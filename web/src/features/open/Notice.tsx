import { SceneOfLink } from './drawings/SceneOfLink';
import { useFocusOnArrival } from './use-focus-on-arrival';

/** A link that leads to no session: what is the matter, and what helps. Nothing here would be of use to press. */
export function Notice({ title, text }: { title: string; text: string }) {
  const heading = useFocusOnArrival();
  return (
    <div className="mx-auto max-w-form space-y-5 text-center">
      <SceneOfLink />
      <h1 ref={heading} tabIndex={-1} className="display text-3xl outline-none">
        {title}
      </h1>
      <p className="text-muted">{text}</p>
    </div>
  );
}
