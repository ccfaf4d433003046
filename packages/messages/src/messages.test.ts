import { describe, expect, it } from 'vitest';
import { offeredLanguages, translationOf } from './catalogues.ts';
import { argumentsOf, compileArea, listMessages } from './compile-catalogue.ts';
import { currentLanguage, requestedLanguage, runInLanguage } from './language.ts';
import { applyCatalogue, defineMessages as defineInBrowser } from './messages.browser.ts';
import { currentLocale, defineMessages, text } from './messages.ts';
import { addThirdLanguage, inThirdLanguage } from './testing/third-language.ts';

const SOURCE = {
  title: 'Loads',
  count: text('{count, plural, one {# load} other {# loads}} of {total}', 'count', 'total'),
  group: { on: 'On', off: 'Off' },
} as const;

describe('messages', () => {
  it('LNG-01 are read in the language of the moment, which asynchronous work keeps', async () => {
    expect(currentLanguage()).toBe('en');
    await runInLanguage('es', async () => {
      await new Promise((done) => setImmediate(done));
      expect([currentLanguage(), currentLocale()]).toEqual(['es', 'es-US']);
    });
    expect(currentLanguage()).toBe('en');
  });

  it('LNG-03 fall back to English for a language without a catalogue', () => {
    expect(runInLanguage('xx', currentLanguage)).toBe('en');
    expect(runInLanguage(null, currentLanguage)).toBe('en');
  });

  it('LNG-03 are in a third language as soon as each package has its catalogue, and not before', () => {
    const key = 'domain.aging.currentAmount';
    const before = offeredLanguages();
    const removeIncomplete = addThirdLanguage({ lacks: 'packages/domain' });
    expect(offeredLanguages()).toEqual(before);
    removeIncomplete();
    const remove = addThirdLanguage();
    expect(offeredLanguages()).toEqual([...before, 'pt']);
    expect(translationOf('pt', key)).toBe(inThirdLanguage(translationOf('es', key) ?? ''));
    expect(requestedLanguage('pt-BR,es;q=0.5')).toBe('pt');
    expect(runInLanguage('pt', currentLocale)).toBe('pt-US');
    remove();
    expect(offeredLanguages()).toEqual(before);
  });

  it('LNG-02 choose the plural and format its number', () => {
    const messages = defineMessages('test.loads', SOURCE);
    expect([1, 2, 1500].map((count) => messages.count(count, 'ten'))).toEqual(['1 load of ten', '2 loads of ten', '1,500 loads of ten']);
    expect([messages.title, messages.group.off]).toEqual(['Loads', 'Off']);
  });

  it('LNG-01 change in place in the browser, also for functions that a component keeps', () => {
    const messages = defineInBrowser('test.browser') as unknown as { title: string; count: (count: number, total: string) => string };
    const area = (translate: (text: string) => string) => ({
      'test.browser': compileArea('test.browser', SOURCE, ({ message }) => translate(message)),
    });
    applyCatalogue(
      'en',
      area((message) => message),
    );
    const kept = messages.count;
    expect(kept(1, 'ten')).toBe('1 load of ten');
    applyCatalogue(
      'es',
      area((message) => message.replace('loads', 'cargas').replace('load', 'carga').replace('Loads', 'Cargas')),
    );
    expect([messages.title, kept(2, 'diez')]).toEqual(['Cargas', '2 cargas of diez']);
  });

  it('list their keys and arguments', () => {
    expect(listMessages('area', SOURCE).map(({ key }) => key)).toEqual(['area.title', 'area.count', 'area.group.on', 'area.group.off']);
    expect(argumentsOf('{count, plural, one {# of {total}} other {{sub, select, a {{deep}} other {}}}}')).toEqual(
      new Set(['count', 'total', 'sub', 'deep']),
    );
    expect(() => argumentsOf('{count')).toThrow();
  });
});

describe('the requested language', () => {
  it.each([
    ['es-MX,es;q=0.9,en;q=0.8', 'es'],
    ['fr,de;q=0.9', undefined],
    ['en-US,es;q=0.9', 'en'],
    ['fr;q=0.9, es;q=0.5, en;q=0.7', 'en'],
    ['*', undefined],
    ['', undefined],
    [undefined, undefined],
    ['es;q=0', undefined],
  ])('LNG-01 of Accept-Language %j is %j', (header, expected) => {
    expect(requestedLanguage(header)).toBe(expected);
  });
});
