import { Trans, useLingui } from '@lingui/react/macro';
import { buttonClass } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { LocaleLink } from '../navigation/LocaleLink';
import { SitePage } from '../page/SitePage';
import { useDifferences } from './differences';
import { MoreLink } from './Heading';
import { TwoWays } from './TwoWays';

export function ComparePage() {
  const { t } = useLingui();
  const rows = useDifferences();
  return (
    <SitePage
      name="compare"
      art="crossing"
      title={t`Biometric and traditional verification compared`}
      heading={
        <Trans>
          A picture shows a document. <span className="inline-block">The chip proves it.</span>
        </Trans>
      }
      description={t`Biometric verification with the chip and traditional verification with a picture, compared in nine points.`}
      lead={
        <Trans>
          Traditional verification looks at a picture of the document. Biometric verification reads the chip inside and
          checks who signed it. It matters in nine ways.
        </Trans>
      }
    >
      <TwoWays />
      <table className="block w-full table-fixed border-collapse text-left md:table">
        <caption className="sr-only">{t`Biometric and traditional verification compared`}</caption>
        <thead className="sr-only md:not-sr-only md:table-header-group">
          <tr>
            <td className="w-36 lg:w-52" />
            <th scope="col" className="border-t-2 border-accent py-4 pr-4 pl-6 font-normal md:w-2/5 lg:pr-10 lg:pl-8">
              <span className="display text-xl">{t`Biometric verification`}</span>
              <span className="caps block">{t`Chip over NFC`}</span>
            </th>
            <th scope="col" className="border-t-2 border-edge py-4 pl-6 font-normal lg:pl-8">
              <span className="display text-xl">{t`Traditional verification`}</span>
              <span className="caps block">{t`Picture of the document`}</span>
            </th>
          </tr>
        </thead>
        <tbody className="block md:table-row-group">
          {rows.map(({ name, chip, photo }) => (
            <tr key={name} className="block border-t border-hairline py-5 md:table-row md:py-0 md:align-top">
              <th scope="row" className="display block pr-4 text-lg text-balance md:table-cell md:py-5">
                {name}
              </th>
              <td className="block pt-3 md:table-cell md:bg-accent-wash md:py-5 md:pr-4 md:pl-6 lg:pr-10 lg:pl-8">
                <Side>{t`Biometric verification`}</Side>
                <p className="flex gap-3">
                  <Icon name="check" className="mt-1 size-5 text-accent" />
                  {chip}
                </p>
              </td>
              <td className="block pt-3 pl-8 text-muted md:table-cell md:py-5 md:pl-6 lg:pl-8">
                <Side indent>{t`Traditional verification`}</Side>
                <p>{photo}</p>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="mt-12 flex flex-wrap items-center gap-x-8 gap-y-4">
        <LocaleLink to="/sign-up" className={buttonClass()}>{t`Start for free`}</LocaleLink>
        <MoreLink to="/demo" className="min-h-10">{t`Or see it in the demo`}</MoreLink>
      </div>
    </SitePage>
  );
}

const Side = ({ children, indent = false }: { children: string; indent?: boolean }) => (
  <span aria-hidden="true" className={`caps block md:hidden ${indent ? '' : 'pl-8'}`}>
    {children}
  </span>
);
