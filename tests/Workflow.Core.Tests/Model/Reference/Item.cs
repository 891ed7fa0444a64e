namespace Workflow.Core.Tests.Model.Reference;

/// <summary>A queued piece of work.</summary>
/// <param name="Kind">The kind of the item.</param>
/// <param name="Owner">The instance whose code it runs.</param>
/// <param name="Run">The code of the item.</param>
/// <param name="ReportedSource">The source of an exception that leaves the item, if it is not the owner but an earlier source (rule 5.4).</param>
internal sealed record Item(ItemKind Kind, Instance Owner, Action Run, Instance? ReportedSource = null);

internal enum ItemKind
{
    Execute,
    Complete,
    Resume,
    Fault,
    Cancel,
    ResolveNext,
}
