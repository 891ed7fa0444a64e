using System.Collections.Concurrent;

namespace Workflow.Extensions.Hosting.Tests.TestKit;

/// <summary>The texts that activities have written, in order. A singleton of the container.</summary>
public sealed class Journal
{
    private readonly ConcurrentQueue<string> _entries = new();

    public IReadOnlyList<string> Entries => [.. _entries];

    public void Add(string entry) => _entries.Enqueue(entry);
}

/// <summary>Waits at a bookmark and returns the value as text.</summary>
public sealed class WaitFor : NativeActivity<string>
{
    public InArgument<string> Bookmark { get; set; } = "go";

    protected override bool CanInduceIdle => true;

    protected override void Execute(NativeActivityContext context) => context.CreateBookmark(Bookmark.Get(context)!, OnResumed);

    private void OnResumed(NativeActivityContext context, Bookmark bookmark, object? value) => context.SetValue(Result, value?.ToString() ?? string.Empty);
}

/// <summary>Adds a text to the journal.</summary>
public sealed class Note : CodeActivity
{
    public InArgument<string> Text { get; set; } = "note";

    protected override void Execute(CodeActivityContext context) => context.GetRequiredService<Journal>().Add(Text.Get(context)!);
}

/// <summary>Runs a function of the test.</summary>
public sealed class Do(Action<CodeActivityContext> action) : CodeActivity
{
    protected override void Execute(CodeActivityContext context) => action(context);
}

/// <summary>Awaits a function of the test.</summary>
public sealed class DoAsync(Func<CancellationToken, Task> action) : AsyncCodeActivity
{
    protected override Task ExecuteAsync(AsyncCodeActivityContext context, CancellationToken cancellationToken) => action(cancellationToken);
}

/// <summary>Adds the values of messages to the journal until a value is "end". The result is the number of values before "end".</summary>
public sealed class Listen : NativeActivity<int>
{
    private readonly Variable<int> _count = new("count");

    protected override bool CanInduceIdle => true;

    protected override void CacheMetadata(NativeActivityMetadata metadata)
    {
        base.CacheMetadata(metadata);
        metadata.AddImplementationVariable(_count);
    }

    protected override void Execute(NativeActivityContext context) => context.CreateBookmark("message", OnMessage);

    private void OnMessage(NativeActivityContext context, Bookmark bookmark, object? value)
    {
        string text = (string)value!;
        if (text == "end")
        {
            context.SetValue(Result, _count.Get(context));
            return;
        }

        _count.Set(context, _count.Get(context) + 1);
        context.GetRequiredService<Journal>().Add(text);
        context.CreateBookmark("message", OnMessage);
    }
}

/// <summary>A message value.</summary>
public sealed record Decision(bool IsApproved, string By);

/// <summary>A message value whose type has no alias.</summary>
public sealed record Unregistered(int Number);
