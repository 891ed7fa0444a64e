namespace Workflow.Core.Tests.Model.Reference;

/// <summary>A queued piece of work.</summary>
/// <param name="Kind">What kind of piece.</param>
/// <param name="Owner">The instance whose code it runs.</param>
/// <param name="Run">What it does.</param>
/// <param name="ReportedSource">The source of an exception that it ends with, if that is not the owner: an earlier one (rule 5.4).</param>
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
