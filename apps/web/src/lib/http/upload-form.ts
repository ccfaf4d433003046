/** Sends a form. `onShare` receives the share that has been sent, from 0 to 1. Rejects if there was no response. */
export type UploadForm = (
  url: string,
  method: string,
  headers: Headers,
  form: FormData,
  onShare: (share: number) => void,
  signal: AbortSignal,
) => Promise<Response>;

/** Uses XMLHttpRequest, because fetch cannot report upload progress. */
export const uploadForm: UploadForm = (url, method, headers, form, onShare, signal) =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    request.responseType = 'blob';
    headers.forEach((value, name) => {
      request.setRequestHeader(name, value);
    });
    request.upload.onprogress = ({ loaded, total, lengthComputable }) => lengthComputable && onShare(loaded / total);
    request.onload = () => {
      const isEmpty = request.status === 204;
      resolve(new Response(isEmpty ? null : (request.response as Blob), { status: request.status }));
    };
    request.onerror = () => reject(new TypeError('The form was not sent.'));
    request.onabort = request.onerror;
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(form);
  });
