using System.Globalization;
using Workflow;
using Workflow.Hosting;

namespace OrderApproval.Tests.Snippets;

public sealed class WaitForDecision : NativeActivity<bool>
{
    [RequiredArgument]
    public InArgument<string> Order { get; set; } = null!;

    protected override bool CanInduceIdle => true;

    protected override void Execute(NativeActivityContext context) =>
        context.CreateBookmark($"decision on {Order.Get(context)}", OnDecided);

    private void OnDecided(NativeActivityContext context, Bookmark bookmark, object? value) =>
        context.SetValue(Result, value is true);
}

public sealed class Inbox : IWorkflowInstanceExtension
{
    private WorkflowInstanceProxy? _instance;

    public IEnumerable<object>? GetAdditionalExtensions() => null;

    public void SetInstance(WorkflowInstanceProxy instance) => _instance = instance;

    public async Task<bool> TellAsync(string bookmark, object? value) =>
        await _instance!.ResumeBookmarkAsync(new Bookmark(bookmark), value) == BookmarkResumptionResult.Success;
}

public sealed class CollectVotes : NativeActivity<int>
{
    private readonly Variable<int> _votes = new("votes");

    public InArgument<int> Voters { get; set; } = 3;

    protected override bool CanInduceIdle => true;

    protected override void CacheMetadata(NativeActivityMetadata metadata)
    {
        base.CacheMetadata(metadata);
        metadata.AddImplementationVariable(_votes);
    }

    protected override void Execute(NativeActivityContext context) =>
        context.CreateBookmark("vote", OnVote, BookmarkOptions.MultipleResume);

    private void OnVote(NativeActivityContext context, Bookmark bookmark, object? value)
    {
        int votes = _votes.Get(context) + 1;
        _votes.Set(context, votes);
        context.SetValue(Result, Result!.Get(context) + (value is true ? 1 : 0));
        if (votes == Voters.Get(context))
        {
            context.RemoveBookmark(bookmark);
        }
    }
}

public sealed class Interruptible : NativeActivity
{
    public Activity? Body { get; set; }

    protected override bool CanInduceIdle => true;

    protected override void Execute(NativeActivityContext context)
    {
        context.CreateBookmark("stop", OnStop, BookmarkOptions.NonBlocking);
        if (Body is not null)
        {
            context.ScheduleActivity(Body);
        }
    }

    private void OnStop(NativeActivityContext context, Bookmark bookmark, object? value) => context.CancelChildren();
}

public sealed class Conversation : NativeActivity<string>
{
    private readonly Variable<BookmarkScopeHandle> _handle = new("handle");

    protected override bool CanInduceIdle => true;

    protected override void CacheMetadata(NativeActivityMetadata metadata)
    {
        base.CacheMetadata(metadata);
        metadata.AddImplementationVariable(_handle);
    }

    protected override void Execute(NativeActivityContext context)
    {
        BookmarkScopeHandle handle = _handle.Get(context);
        handle.CreateBookmarkScope(context);
        context.CreateBookmark("reply", OnReply, handle.BookmarkScope!);
    }

    private void OnReply(NativeActivityContext context, Bookmark bookmark, object? value) => context.SetValue(Result, (string)value!);
}

public sealed class CultureProperty(CultureInfo culture) : IExecutionProperty
{
    private CultureInfo? _before;

    public void SetupWorkflowThread()
    {
        _before = CultureInfo.CurrentCulture;
        CultureInfo.CurrentCulture = culture;
    }

    public void CleanupWorkflowThread() => CultureInfo.CurrentCulture = _before!;
}

public sealed class WithCulture : NativeActivity
{
    [RequiredArgument]
    public InArgument<string> Culture { get; set; } = null!;

    public Activity? Body { get; set; }

    protected override void Execute(NativeActivityContext context)
    {
        context.Properties.Add("culture", new CultureProperty(CultureInfo.GetCultureInfo(Culture.Get(context))));
        if (Body is not null)
        {
            context.ScheduleActivity(Body);
        }
    }
}

public sealed class Basket : Handle
{
    private readonly List<string> _items = [];

    public void Add(string item)
    {
        ThrowIfUninitialized();
        _items.Add(item);
    }

    protected override void OnUninitialize(HandleInitializationContext context) =>
        context.GetExtension<TextWriter>()?.Write($"{string.Join(" + ", _items)}\n");
}

public sealed class PutInBasket : CodeActivity
{
    [RequiredArgument]
    public InArgument<string> Item { get; set; } = null!;

    protected override void Execute(CodeActivityContext context)
    {
        Basket basket = context.GetProperty<Basket>()
            ?? throw new InvalidOperationException($"'{DisplayName}' needs a basket; put it inside a HandleScope<Basket>.");
        basket.Add(Item.Get(context));
    }
}
