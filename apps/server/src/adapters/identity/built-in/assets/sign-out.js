const form = document.getElementById('op.logoutForm');
if (form) {
  const confirmed = document.createElement('input');
  confirmed.type = 'hidden';
  confirmed.name = 'logout';
  confirmed.value = 'yes';
  form.append(confirmed);
  form.submit();
}
