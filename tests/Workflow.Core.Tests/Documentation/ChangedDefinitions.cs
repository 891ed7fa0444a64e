using Workflow.Statements;

namespace Workflow.Core.Tests.Documentation.ChangedDefinitions;

/// <summary>The base class of activities that wait for a decision.</summary>
internal abstract class Waiting : NativeActivity
{
    protected override bool CanInduceIdle => true;

    protected override void Execute(NativeActivityContext context) => context.CreateBookmark("decide", OnDecided);

    protected void OnDecided(NativeActivityContext context, Bookmark bookmark, object? value)
    {
    }
}

internal sealed class ApproveOrder : NativeActivity
{
    protected override bool CanInduceIdle => true;

    protected override void Execute(NativeActivityContext context) => context.CreateBookmark("decide", OnDecided);

    private void OnDecided(NativeActivityContext context, Bookmark bookmark, object? value)
    {
    }
}

internal sealed class ApproveByBase : Waiting;

internal sealed class ApproveWithReason : Waiting
{
    public InArgument<string>? Reason { get; set; }

    public OutArgument<string>? Answer { get; set; }
}

internal sealed class ApproveWithTitle : Waiting
{
    [RequiredArgument]
    public InArgument<string>? Title { get; set; }
}

internal sealed class ApproveElsewhere : NativeActivity
{
    protected override bool CanInduceIdle => true;

    protected override void Execute(NativeActivityContext context) => context.CreateBookmark("elsewhere", OnDecided);

    private void OnDecided(NativeActivityContext context, Bookmark bookmark, object? value) => Assert.Equal("decide", bookmark.Name);
}

internal sealed class ApproveByOtherMethod : NativeActivity
{
    protected override bool CanInduceIdle => true;

    protected override void Execute(NativeActivityContext context) => context.CreateBookmark("decide", OnAnswered);

    private void OnAnswered(NativeActivityContext context, Bookmark bookmark, object? value)
    {
    }
}

/// <summary>Finds its handle by the name of the handle's class.</summary>
internal sealed class ApproveWithHandle<T> : NativeActivity
    where T : Handle
{
    protected override bool CanInduceIdle => true;

    protected override void Execute(NativeActivityContext context) => context.CreateBookmark("decide", OnDecided);

    private void OnDecided(NativeActivityContext context, Bookmark bookmark, object? value) => Assert.IsType<T>(context.Properties.Find(typeof(T).FullName!));
}

/// <summary>Has another method with a lambda before the method whose lambda is a callback.</summary>
internal sealed class Inline : NativeActivity
{
    public string Expected { get; } = "yes";

    protected override bool CanInduceIdle => true;

    public Func<string> Earlier() => () => Expected;

    protected override void Execute(NativeActivityContext context) => context.CreateBookmark("inline", (_, _, value) => Assert.Equal(Expected, value));
}

internal sealed class InlineTwice : NativeActivity
{
    public string Expected { get; } = "yes";

    protected override bool CanInduceIdle => true;

    protected override void Execute(NativeActivityContext context)
    {
        context.CreateBookmark("first", (_, _, _) => Assert.Fail(Expected));
        context.CreateBookmark("inline", (_, _, value) => Assert.Equal(Expected, value));
    }
}

internal sealed class Nested : NativeActivity
{
    public string Expected { get; } = "yes";

    protected override bool CanInduceIdle => true;

    public Func<string> Earlier() => () => Expected;

    protected override void Execute(NativeActivityContext context)
    {
        Earlier();
        context.CreateBookmark("nested", OnDecided);

        void OnDecided(NativeActivityContext inner, Bookmark bookmark, object? value) => Assert.Equal(Expected, value);
    }
}

internal sealed class Report : CodeActivity
{
    public InArgument<string>? Title { get; set; }

    protected override void Execute(CodeActivityContext context) => Title?.Get(context);
}

internal sealed class Order
{
    public int Number { get; set; }
}

internal sealed class Purchase
{
    public int Number { get; set; }
}

internal sealed class Allowance : Handle;
