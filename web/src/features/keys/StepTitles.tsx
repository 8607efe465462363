import { useLingui } from '@lingui/react/macro';

/** What follows once the keys exist, which then opens as the steps with their code. */
export function StepTitles() {
  const { t } = useLingui();
  const titles = [
    t`Add the keys to your backend’s environment`,
    t`Install the SDK`,
    t`Create a session and send the person its link`,
    t`Receive callbacks on your machine`,
  ];
  return (
    <section aria-labelledby="then" className="border-t border-hairline pt-6">
      <h2 id="then" className="caps mb-3">{t`Next steps`}</h2>
      <ol className="divide-y divide-hairline text-sm">
        {titles.map((title, index) => (
          <li key={title} className="flex gap-4 py-3">
            <span aria-hidden="true" className="font-mono text-accent">
              {index + 1}
            </span>
            {title}
          </li>
        ))}
      </ol>
    </section>
  );
}
