namespace Workflow.Persistence.Sql;

/// <summary>The column of a promoted value.</summary>
internal enum PromotedType
{
    Text,
    Number,
    Time,
    Flag,
    Id,
}
