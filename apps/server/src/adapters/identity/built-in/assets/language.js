// The portal then opens in the language that was chosen on the sign-in page.
for (const link of document.querySelectorAll('a[data-language]')) {
  link.addEventListener('click', () => {
    localStorage.setItem('yardage.language', JSON.stringify({ language: link.dataset.language, isUnsaved: true }));
  });
}
