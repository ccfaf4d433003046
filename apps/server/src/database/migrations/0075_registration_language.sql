-- The language in which a person asked for access. The mail about the decision has it, whatever language the one who decides uses.
alter table members add column language text;
