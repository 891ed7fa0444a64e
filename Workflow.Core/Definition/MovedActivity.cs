namespace Workflow.Definition;

/// <summary>Replaces an activity that became part of another tree. It keeps only names, so that neither tree keeps the other in memory.</summary>
internal sealed class MovedActivity(string formerPlace, string? newPlace) : NativeActivity
{
    protected override void CacheMetadata(NativeActivityMetadata metadata)
    {
    }

    protected override void Execute(NativeActivityContext context) => throw new InvalidOperationException(
        $"'{DisplayName}' moved from {formerPlace} to {newPlace ?? "a workflow of its own"} and cannot run in its former place any more; "
        + "give each workflow an activity object of its own.");
}
