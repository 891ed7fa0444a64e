using Workflow;
using Workflow.Hosting;

namespace OrderApproval.Tests.Snippets;

public sealed class Clamp : CodeActivity<int>
{
    [RequiredArgument]
    public InArgument<int> Value { get; set; } = null!;

    public InArgument<int> Highest { get; set; } = 100;

    public OutArgument<bool> WasTooHigh { get; set; } = new();

    protected override int Execute(CodeActivityContext context)
    {
        int value = Value.Get(context);
        int highest = Highest.Get(context);
        WasTooHigh.Set(context, value > highest);
        return Math.Min(value, highest);
    }
}

public sealed class ReadText : AsyncCodeActivity<string>
{
    [RequiredArgument]
    public InArgument<string> Path { get; set; } = null!;

    protected override Task<string> ExecuteAsync(AsyncCodeActivityContext context, CancellationToken cancellationToken) =>
        File.ReadAllTextAsync(Path.Get(context), cancellationToken);
}

public sealed class ReadTextAsInWf4 : AsyncCodeActivity<string>
{
    [RequiredArgument]
    public InArgument<string> Path { get; set; } = null!;

    protected override IAsyncResult BeginExecute(AsyncCodeActivityContext context, AsyncCallback callback, object? state)
    {
        StreamReader reader = new(Path.Get(context));
        context.UserState = reader;
        return TaskToAsyncResult.Begin(reader.ReadToEndAsync(), callback, state);
    }

    protected override string EndExecute(AsyncCodeActivityContext context, IAsyncResult result)
    {
        using StreamReader reader = (StreamReader)context.UserState!;
        return TaskToAsyncResult.End<string>(result);
    }
}

public sealed class Repeat : NativeActivity
{
    private readonly Variable<int> _passes = new("passes");

    [RequiredArgument]
    public InArgument<int> Times { get; set; } = null!;

    public Activity? Body { get; set; }

    protected override void CacheMetadata(NativeActivityMetadata metadata)
    {
        base.CacheMetadata(metadata);
        metadata.AddImplementationVariable(_passes);
        if (Body is null)
        {
            metadata.AddValidationError($"'{DisplayName}' has nothing to repeat; set its Body.");
        }
    }

    protected override void Execute(NativeActivityContext context) => RunNext(context);

    private void OnBodyCompleted(NativeActivityContext context, ActivityInstance completedInstance) => RunNext(context);

    private void RunNext(NativeActivityContext context)
    {
        int pass = _passes.Get(context);
        if (pass < Times.Get(context))
        {
            _passes.Set(context, pass + 1);
            context.ScheduleActivity(Body!, OnBodyCompleted);
        }
    }
}

public sealed class WaitForAnswer : NativeActivity<string>
{
    [RequiredArgument]
    public InArgument<string> Question { get; set; } = null!;

    protected override bool CanInduceIdle => true;

    protected override void CacheMetadata(NativeActivityMetadata metadata)
    {
        base.CacheMetadata(metadata);
        metadata.RequireExtension<Desk>();
    }

    protected override void Execute(NativeActivityContext context)
    {
        Bookmark bookmark = context.CreateBookmark(OnAnswered);
        context.GetExtension<Desk>()!.Ask(Question.Get(context), bookmark);
    }

    private void OnAnswered(NativeActivityContext context, Bookmark bookmark, object? value) =>
        context.SetValue(Result, (string)value!);
}

public sealed class Desk : IWorkflowInstanceExtension
{
    private readonly TaskCompletionSource<string> _question = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private WorkflowInstanceProxy? _instance;
    private Bookmark? _waiting;

    public Task<string> Question => _question.Task;

    public IEnumerable<object>? GetAdditionalExtensions() => null;

    public void SetInstance(WorkflowInstanceProxy instance) => _instance = instance;

    public void Ask(string question, Bookmark bookmark)
    {
        _waiting = bookmark;
        _question.SetResult(question);
    }

    public async Task AnswerAsync(string answer) => await _instance!.ResumeBookmarkAsync(_waiting!, answer);
}
