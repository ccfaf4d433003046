// The first format in a new browser process reads the data of all languages, 20 to 40 ms on a fast computer. All threads of the process share
// it, so this worker makes the first one, and the page's own thread stays free.
Intl.DateTimeFormat().resolvedOptions();
Intl.NumberFormat().resolvedOptions();
close();
