-- Names the legal norms of the holidays that came with the program. Each UPDATE replaces only an old text of the
-- program, never a source that an operator has written.
UPDATE feriados SET source = 'Ley 27.399; Decreto 106/2023'
  WHERE source = 'Ley 27.399; días no laborables y puentes oficiales de 2024' AND name = 'Fines turísticos';
UPDATE feriados SET source = 'Ley 27.399'
  WHERE source = 'Ley 27.399; días no laborables y puentes oficiales de 2024';

UPDATE feriados SET source = 'Ley 27.399; Decreto 1027/2024'
  WHERE source = 'Ley 27.399; calendario oficial 2025' AND name = 'Fines turísticos';
UPDATE feriados SET source = 'Ley 27.399; Decreto 614/2025; Resolución 139/2025'
  WHERE source = 'Ley 27.399; calendario oficial 2025' AND date = '2025-10-10';
UPDATE feriados SET source = 'Ley 27.399' WHERE source = 'Ley 27.399; calendario oficial 2025';

UPDATE feriados SET source = 'Ley 27.399; Resolución 164/2025'
  WHERE source = 'Ley 27.399; calendario oficial 2026' AND name = 'Fines turísticos';
UPDATE feriados SET source = 'Ley 27.399' WHERE source = 'Ley 27.399; calendario oficial 2026';

-- Names the decree by which a holiday that falls on a Saturday may be moved.
UPDATE feriados SET source = 'Ley 27.399, por regla; Decreto 614/2025'
  WHERE source = 'Ley 27.399, por regla' AND date = '2027-11-20';
