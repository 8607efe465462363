import { Trans, useLingui } from '@lingui/react/macro';
import { Table, Td, Th } from '../../ui/Table';
import { LocaleLink } from '../navigation/LocaleLink';
import { SitePage } from '../page/SitePage';
import { countries, inAlphabeticalOrder } from './countries';
import { SupportMark } from './SupportMark';
import { usePageLocale } from './use-page-locale';

/** On a phone the columns are closer together, because the name needs the room. */
const cellClass = 'max-sm:pr-2';

export function DocumentsPage() {
  const { t } = useLingui();
  const locale = usePageLocale();
  return (
    <SitePage
      name="supported-documents"
      title={t`Supported documents`}
      description={t`Passport and national ID of ${countries.length} countries and territories: supported or not applicable.`}
      lead={
        <Trans>
          Passport and National ID of {countries.length} countries and territories. To find one of them, use the{' '}
          <LocaleLink to="/coverage" className="link">
            coverage search
          </LocaleLink>
          .
        </Trans>
      }
    >
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
        <tbody>
          {inAlphabeticalOrder(locale).map(({ code, names, passport, national_id, trust_anchor }) => (
            <tr key={code}>
              <Th scope="row" className={`align-top! max-sm:w-full ${cellClass}`}>
                <span className="mr-3 inline-block w-6 font-mono text-xs font-normal text-muted max-sm:hidden">
                  {code}
                </span>
                {names[locale]}
                {!trust_anchor && (
                  <span className="block text-xs font-normal text-muted sm:hidden">{t`No trust anchor`}</span>
                )}
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
          ))}
        </tbody>
      </Table>
      <p className="mt-6 measure text-sm text-muted">
        <Trans>Trust anchors: the public master lists of Germany (2026-05-28) and the Netherlands (2026-07-22).</Trans>
      </p>
    </SitePage>
  );
}
