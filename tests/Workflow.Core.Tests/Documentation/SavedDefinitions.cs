namespace Workflow.Core.Tests.Documentation.SavedDefinitions;

/// <summary>Waits for a decision.</summary>
internal sealed class Approve : NativeActivity
{
    protected override bool CanInduceIdle => true;

    protected override void Execute(NativeActivityContext context) => context.CreateBookmark("decide", OnDecided);

    private void OnDecided(NativeActivityContext context, Bookmark bookmark, object? value)
    {
    }
}

/// <summary>Waits with a lambda that is a method of the activity.</summary>
internal sealed class Inline : NativeActivity
{
    public string Expected { get; } = "yes";

    protected override bool CanInduceIdle => true;

    protected override void Execute(NativeActivityContext context) => context.CreateBookmark("inline", (_, _, value) => Assert.Equal(Expected, value));
}

/// <summary>Waits with a local function.</summary>
internal sealed class Nested : NativeActivity
{
    public string Expected { get; } = "yes";

    protected override bool CanInduceIdle => true;

    protected override void Execute(NativeActivityContext context)
    {
        context.CreateBookmark("nested", OnDecided);

        void OnDecided(NativeActivityContext inner, Bookmark bookmark, object? value) => Assert.Equal(Expected, value);
    }
}

/// <summary>A value.</summary>
internal sealed class Order
{
    public int Number { get; set; }
}

/// <summary>A handle that the host knows by an alias.</summary>
internal sealed class Permit : Handle;
