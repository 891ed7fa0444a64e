using Workflow.Core.Tests.TestKit;
using Workflow.Hosting;
using Workflow.Statements;

namespace Workflow.Core.Tests.Hosting;

/// <summary>Extensions that are created for an instance are disposed at its end.</summary>
public sealed class ExtensionDisposalTests
{
    private readonly Log _log = new();

    [Theory]
    [InlineData("closes")]
    [InlineData("throws")]
    [InlineData("aborts")]
    [InlineData("is canceled")]
    [Rule("14.3")]
    [Rule("17.4")]
    public async Task Extension_OfAnInstance_IsDisposedAtAnyEnd(string end)
    {
        using CancellationTokenSource cancellation = new();
        Probe root = new(_log, "root");
        root.Body = context =>
        {
            switch (end)
            {
                case "throws":
                    throw new InvalidOperationException(end);
                case "aborts":
                    context.Abort();
                    break;
                case "is canceled":
                    context.CreateBookmark();
                    break;
            }
        };
        Disposable shared = new(), made = new(), byDefault = new();
        WorkflowInvoker invoker = new(
            new Sequence
            {
                Activities =
                {
                    root,
                    new Declares("default", metadata => metadata.AddDefaultExtensionProvider<ByDefault>(() => new ByDefault(byDefault)))
                }
            });
        invoker.Extensions.Add(shared);
        invoker.Extensions.Add<IDisposable>(() => made);
        Task run = Started.WithoutContext(() => invoker.InvokeAsync(cancellationToken: cancellation.Token));
        await cancellation.CancelAsync();
        Assert.Equal(end == "closes", (await Record.ExceptionAsync(() => run.WaitAsync(HangGuard.Limit))) is null);
        Assert.Equal((0, 1, 1), (shared.Times, made.Times, byDefault.Times));
    }

    [Fact]
    [Rule("14.3")]
    [Rule("17.4")]
    public void Extension_OfASynchronousRun_IsDisposedAtItsEnd()
    {
        List<Disposable> made = [];
        WorkflowInvoker invoker = new(new Step(_log, "step", _ => Assert.Equal(0, made[^1].Times)));
        invoker.Extensions.Add(() =>
        {
            made.Add(new Disposable());
            return made[^1];
        });
        invoker.Invoke();
        invoker.Invoke();
        Assert.Equal([1, 1], made.Select(extension => extension.Times));
    }

    [Fact]
    [Rule("14.3")]
    public void Extension_BeforeAFactoryThatThrows_IsDisposed()
    {
        Disposable made = new();
        WorkflowInvoker invoker = new(new Step(_log, "step"));
        invoker.Extensions.Add(() => made);
        invoker.Extensions.Add<ByDefault>(() => throw new NotSupportedException());
        Assert.Throws<NotSupportedException>(() => invoker.Invoke());
        Assert.Equal(1, made.Times);
    }

    private sealed class Disposable : IDisposable
    {
        public int Times { get; private set; }

        public void Dispose() => Times++;
    }

    private sealed class ByDefault(Disposable disposable) : IDisposable
    {
        public void Dispose() => disposable.Dispose();
    }
}
