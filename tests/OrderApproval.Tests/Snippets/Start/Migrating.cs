using Workflow;

namespace OrderApproval.Tests.Snippets;

public sealed class CountTokens : AsyncCodeActivity<int>
{
    [RequiredArgument]
    public InArgument<string> Text { get; set; } = null!;

    protected override IAsyncResult BeginExecute(AsyncCodeActivityContext context, AsyncCallback callback, object? state)
    {
        string text = Text.Get(context);
        return TaskToAsyncResult.Begin(Task.Run(() => Count(text)), callback, state);
    }

    protected override int EndExecute(AsyncCodeActivityContext context, IAsyncResult result) => TaskToAsyncResult.End<int>(result);

    private static int Count(string text) => text.Split(' ', StringSplitOptions.RemoveEmptyEntries).Length;
}

public sealed class CountLetters : AsyncCodeActivity<int>
{
    [RequiredArgument]
    public InArgument<string> Text { get; set; } = null!;

    protected override Task<int> ExecuteAsync(AsyncCodeActivityContext context, CancellationToken cancellationToken)
    {
        string text = Text.Get(context);
        return Task.Run(() => text.Count(char.IsLetter), cancellationToken);
    }
}

/// <summary>A base class as in libraries from the time before the engine had ExecuteAsync. Its method of that name hides the method of the engine.</summary>
public abstract class TaskActivity : AsyncCodeActivity<int>
{
    protected abstract new Task<int> ExecuteAsync(AsyncCodeActivityContext context, CancellationToken cancellationToken);

    protected sealed override IAsyncResult BeginExecute(AsyncCodeActivityContext context, AsyncCallback callback, object? state) =>
        TaskToAsyncResult.Begin(ExecuteAsync(context, CancellationToken.None), callback, state);

    protected sealed override int EndExecute(AsyncCodeActivityContext context, IAsyncResult result) => TaskToAsyncResult.End<int>(result);
}
