namespace Workflow.Persistence.Sql;

/// <summary>The type of the column of a promoted value.</summary>
internal enum PromotedType
{
    Text,
    Number,
    Time,
    Flag,
    Id,
}
