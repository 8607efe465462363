import { useLingui } from '@lingui/react/macro';
import type { CardSetup } from '@sigill/sdk/portal';
import type {
  PaymentMethodCreateParams,
  Stripe,
  StripeCardCvcElement,
  StripeCardExpiryElement,
  StripeCardNumberElement,
  StripeElementStyle,
} from '@stripe/stripe-js';
import { type RefObject, useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { Skeleton } from '../../ui/Skeleton';
import { usePageLocale } from '../coverage/use-page-locale';
import { type CardField, card_fields } from './card-form';
import { card_page, coverWindow, followSiteLook, loadCardScript } from './card-frame';
import { CardRefused } from './card-refused';

export type CardForm = {
  /** Sends card and holder to the provider, with 3-D Secure when the bank requires it. @throws CardRefused */
  confirm(holder: PaymentMethodCreateParams.BillingDetails): Promise<void>;
  focus(field: CardField): void;
};

type Props = {
  setup: CardSetup;
  onChange: (field: CardField, complete: boolean) => void;
  missing: Partial<Record<CardField, string | undefined>>;
  ref: RefObject<CardForm | null>;
};

/** The provider's three fields, in the only document that may load them. This page never sees what is typed there. */
export function CardFields({ setup, onChange, missing, ref }: Props) {
  const { t } = useLingui();
  const frame = useRef<HTMLIFrameElement>(null);
  const [page, setPage] = useState<Document>();
  const [failure, setFailure] = useState<unknown>();
  const [ready, setReady] = useState(false);
  const [height, setHeight] = useState(0);
  if (failure) throw failure;
  return (
    <div className="relative mb-3" style={ready ? { height } : undefined}>
      {!ready && <Skeleton lines={5} />}
      <iframe
        ref={frame}
        src={card_page}
        title={t`Card`}
        className={`absolute inset-0 size-full ${ready ? '' : 'invisible'}`}
        onLoad={({ currentTarget: { contentDocument } }) => {
          // If the page could not be loaded, the frame contains an error page of the browser, which this page may not read.
          if (contentDocument?.URL.endsWith(card_page)) setPage(contentDocument);
          else setFailure(new Error('The card fields could not be loaded.'));
        }}
      />
      {page &&
        createPortal(
          <Fields
            page={page}
            setup={setup}
            frame={frame}
            form={ref}
            onChange={onChange}
            missing={missing}
            onReady={() => setReady(true)}
            onHeight={setHeight}
            onFailure={setFailure}
          />,
          page.body,
        )}
    </div>
  );
}

type FieldsProps = Omit<Props, 'ref'> & {
  page: Document;
  frame: RefObject<HTMLIFrameElement | null>;
  form: RefObject<CardForm | null>;
  onReady: () => void;
  onHeight: (height: number) => void;
  onFailure: (error: unknown) => void;
};

type Elements = { number: StripeCardNumberElement; expiry: StripeCardExpiryElement; cvc: StripeCardCvcElement };

function Fields({ page, frame, form, setup, onChange, missing, onReady, onHeight, onFailure }: FieldsProps) {
  const { t } = useLingui();
  const locale = usePageLocale();
  const content = useRef<HTMLDivElement>(null);
  const provider = useRef<{ stripe: Stripe; elements: Elements }>(undefined);
  const [errors, setErrors] = useState<Partial<Record<CardField, string>>>({});
  const [focused, setFocused] = useState<CardField>();

  const loadScript = useEffectEvent(() => loadCardScript(page, setup.publishable_key, locale));
  const createElements = useEffectEvent((stripe: Stripe) => stripe.elements({ locale }));
  const becameReady = useEffectEvent(onReady);
  const changed = useEffectEvent(onChange);
  const failed = useEffectEvent(onFailure);
  // Each document loads the script and the fields once. When the language changes, the frame loads a new document.
  useEffect(() => {
    let isUnmounted = false;
    const restyle = () => {
      for (const element of Object.values(provider.current?.elements ?? {})) element.update({ style: styleOf(page) });
    };
    const stopFollowing = followSiteLook(page, restyle);
    loadScript().then((stripe) => {
      if (isUnmounted) return;
      const fields = createElements(stripe);
      const style = styleOf(page);
      const elements: Elements = {
        number: fields.create('cardNumber', { style, showIcon: true }),
        expiry: fields.create('cardExpiry', { style }),
        cvc: fields.create('cardCvc', { style }),
      };
      provider.current = { stripe, elements };
      const waiting = new Set<CardField>(card_fields);
      // TypeScript can't call `on` on the union of the three element types.
      for (const name of card_fields) {
        const element = elements[name] as StripeCardNumberElement;
        element.on('ready', () => {
          waiting.delete(name);
          if (waiting.size === 0) becameReady();
        });
        element.on('change', ({ complete, error }) => {
          setErrors((errors) => ({ ...errors, [name]: error?.message }));
          changed(name, complete);
        });
        element.on('loaderror', ({ error }) => failed(new Error(error.message)));
        element.on('focus', () => setFocused(name));
        element.on('blur', () => setFocused(undefined));
        // The provider accepts only a container in the same document as its script.
        const container = page.getElementById(name);
        if (container) element.mount(container);
      }
    }, failed);
    return () => {
      isUnmounted = true;
      stopFollowing();
      for (const element of Object.values(provider.current?.elements ?? {})) element.destroy();
      provider.current = undefined;
    };
  }, [page]);

  useEffect(() => {
    const box = content.current;
    if (!box) return;
    const observer = new ResizeObserver(() => onHeight(box.offsetHeight));
    observer.observe(box);
    return () => observer.disconnect();
  }, [onHeight]);

  useImperativeHandle(form, () => ({
    async confirm(billing_details) {
      const { stripe, elements } = provider.current ?? {};
      if (!stripe || !elements || !frame.current || !content.current) throw new Error('The card fields are not ready.');
      const uncover = coverWindow(frame.current, content.current);
      try {
        const { error } = await stripe.confirmCardSetup(setup.setup_intent_client_secret, {
          payment_method: { card: elements.number, billing_details },
        });
        if (error) throw new CardRefused(error.message);
      } finally {
        uncover();
      }
    },
    focus: (field) => provider.current?.elements[field].focus(),
  }));

  const labels: Record<CardField, string> = {
    number: t`Card number`,
    expiry: t`Expiry date`,
    cvc: t`Security code (CVC)`,
  };
  return (
    <div ref={content} className="grid grid-cols-2 gap-x-4 gap-y-9 pb-6">
      {card_fields.map((name) => (
        <div key={name} className={`${name === 'number' ? 'col-span-2' : 'max-[22rem]:col-span-2'}`}>
          {/* The frame is transparent, so a label needs its own background. */}
          <label htmlFor={name} className="mb-1 block w-fit bg-paper text-sm font-medium">
            {labels[name]}
          </label>
          <div
            id={name}
            className={`flex min-h-12 flex-col justify-center rounded-md border bg-raised px-3 ${(errors[name] ?? missing[name]) ? 'border-danger' : focused === name ? 'border-accent inset-ring inset-ring-accent' : 'border-edge hover:border-ink'}`}
          />
          <p aria-live="polite" className="-mb-6 min-h-6 w-fit pt-1 leading-5 text-sm text-danger">
            {errors[name] ?? missing[name]}
          </p>
        </div>
      ))}
    </div>
  );
}

/** The provider's fields are in its own documents, which inherit none of the site's styles. */
function styleOf(page: Document): { base: StripeElementStyle['base']; invalid: StripeElementStyle['invalid'] } {
  const token = (name: string) => {
    const probe = page.createElement('i');
    probe.style.color = `var(--${name})`;
    page.body.append(probe);
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  };
  return {
    base: {
      color: token('ink'),
      fontFamily: 'system-ui, sans-serif',
      fontSize: '17px',
      '::placeholder': { color: token('muted') },
    },
    invalid: { color: token('danger') },
  };
}
