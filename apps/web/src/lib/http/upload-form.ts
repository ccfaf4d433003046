/** Sends a form; `onShare` is told the share that has left, from 0 to 1. Rejects where no answer came. */
export type UploadForm = (
  url: string,
  method: string,
  headers: Headers,
  form: FormData,
  onShare: (share: number) => void,
  signal: AbortSignal,
) => Promise<Response>;

/** By XMLHttpRequest: fetch cannot tell how far an upload is. */
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
