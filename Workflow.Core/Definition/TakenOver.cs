namespace Workflow.Definition;

/// <summary>Stands where an activity was that became part of another tree.</summary>
internal sealed class TakenOver : NativeActivity
{
    protected override void CacheMetadata(NativeActivityMetadata metadata)
    {
    }

    protected override void Execute(NativeActivityContext context) => throw new InvalidOperationException(
        $"'{DisplayName}' has become part of another workflow's tree and cannot run in this one any more; give each tree an activity object of its own.");
}
