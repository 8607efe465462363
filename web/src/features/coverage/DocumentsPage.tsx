import { Trans, useLingui } from '@lingui/react/macro';
import { Table, Td, Th } from '../../ui/Table';
import { TextLink } from '../navigation/LocaleLink';
import { SitePage } from '../page/SitePage';
import { type Country, countries, countriesByLetter } from './countries';
import { SupportMark } from './SupportMark';
import { usePageLocale } from './use-page-locale';

/** On a phone the columns are closer together, because the name needs the space. */
const cellClass = 'max-sm:pr-2';

export function DocumentsPage() {
  const { t } = useLingui();
  const locale = usePageLocale();
  const groups = countriesByLetter(locale);
  return (
    <SitePage
      name="supported-documents"
      title={t`Supported documents`}
      description={t`Passport and national ID of ${countries.length} countries and territories: supported or not applicable.`}
      lead={
        <Trans>
          Passport and National ID of {countries.length} countries and territories. To find one of them, use the{' '}
          <TextLink to="/coverage">coverage search</TextLink>.
        </Trans>
      }
    >
      <div className="lg:flex lg:gap-x-10">
        <Letters letters={[...groups.keys()]} />
        <div className="min-w-0 grow">
          <Table caption={t`Supported documents`}>
            <thead>
              <tr>
                <Th className={`sm:w-[36%] ${cellClass}`}>{t`Country`}</Th>
                <Th className={`sm:w-[24%] ${cellClass}`}>{t`Passport`}</Th>
                <Th className="sm:w-[24%]">
                  <span className="max-sm:hidden">{t`National ID`}</span>
                  <span className="sm:hidden">
                    <Trans context="narrow column">National ID</Trans>
                  </span>
                </Th>
                <Th className="max-sm:hidden">{t`Trust anchor`}</Th>
              </tr>
            </thead>
            {[...groups].map(([letter, group]) => (
              <tbody key={letter} id={idOf(letter)}>
                <tr>
                  <th
                    scope="rowgroup"
                    colSpan={4}
                    className="display border-b border-hairline pt-8 pb-2 text-start text-xl"
                  >
                    {letter}
                  </th>
                </tr>
                {group.map((country) => (
                  <Documents key={country.code} country={country} />
                ))}
              </tbody>
            ))}
          </Table>
          <p className="mt-6 measure text-sm text-muted">
            <Trans>
              Trust anchors: the public master lists of Germany (2026-05-28) and the Netherlands (2026-07-22).
            </Trans>
          </p>
        </div>
      </div>
    </SitePage>
  );
}

const idOf = (letter: string) => `letter-${letter}`;

function Letters({ letters }: { letters: string[] }) {
  const { t } = useLingui();
  return (
    <nav
      aria-label={t`Countries by first letter`}
      data-print="hidden"
      className="mb-6 lg:sticky lg:top-24 lg:max-h-[calc(100dvh-7rem)] lg:self-start lg:overflow-y-auto lg:pb-4"
    >
      <ul data-sections className="flex flex-wrap lg:flex-col">
        {letters.map((letter) => (
          <li key={letter}>
            <a
              href={`#${idOf(letter)}`}
              className="grid size-8 place-items-center font-mono text-sm text-muted hover:text-accent lg:h-6 aria-[current]:text-accent"
            >
              {letter}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Documents({ country: { code, names, passport, national_id, trust_anchor } }: { country: Country }) {
  const { t } = useLingui();
  const locale = usePageLocale();
  return (
    <tr>
      <Th scope="row" className={`max-sm:w-full ${cellClass}`}>
        <span className="mr-3 inline-block w-6 font-mono text-xs font-normal text-muted max-sm:hidden">{code}</span>
        {names[locale]}
        {!trust_anchor && <span className="block text-xs font-normal text-muted sm:hidden">{t`No trust anchor`}</span>}
      </Th>
      <Td className={cellClass}>
        <SupportMark supported={passport} spoken="wide" />
      </Td>
      <Td>
        <SupportMark supported={national_id} spoken="wide" />
      </Td>
      <Td className={`whitespace-nowrap max-sm:hidden ${trust_anchor ? '' : 'text-muted'}`}>
        {trust_anchor ? <Trans>Known</Trans> : <Trans>Not known</Trans>}
      </Td>
    </tr>
  );
}
