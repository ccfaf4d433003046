-- A text as one part of a URL's path, as encodeURIComponent writes it: customers' numbers may have any character.
create function url_part(value text) returns text
  language sql immutable parallel safe
  return (select coalesce(string_agg(case when letter ~ '[A-Za-z0-9_.~-]' then letter
      else regexp_replace(upper(encode(convert_to(letter, 'UTF8'), 'hex')), '(..)', '%\1', 'g') end, '' order by place), '')
    from string_to_table(value, null) with ordinality as letters (letter, place));
