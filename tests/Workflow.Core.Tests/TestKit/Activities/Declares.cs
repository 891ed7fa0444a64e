namespace Workflow.Core.Tests.TestKit;

/// <summary>A native activity whose metadata and body are delegates of the test.</summary>
internal sealed class Declares : NativeActivity
{
    private readonly Action<NativeActivityMetadata> _metadata;

    public Declares(string name, Action<NativeActivityMetadata> metadata)
    {
        _metadata = metadata;
        DisplayName = name;
    }

    public Action<NativeActivityContext>? Body { get; set; }

    protected override bool CanInduceIdle => true;

    protected override void CacheMetadata(NativeActivityMetadata metadata) => _metadata(metadata);

    protected override void Execute(NativeActivityContext context) => Body?.Invoke(context);
}
