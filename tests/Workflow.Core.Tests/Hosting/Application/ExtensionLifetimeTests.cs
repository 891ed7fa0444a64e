using Workflow.Core.Tests.TestKit;
using Workflow.Hosting;
using Workflow.Statements;
using Workflow.Testing;

namespace Workflow.Core.Tests.Hosting.Application;

/// <summary>The extensions of an application, and the proxy through which they access its instance.</summary>
public sealed class ExtensionLifetimeTests
{
    private readonly Log _log = new();

    [Fact]
    [Rule("14.3")]
    public void Extension_OfAnInstance_IsDisposedBetweenCompletedAndUnloaded()
    {
        Hosted hosted = WithDisposables();
        hosted.Run().Resume("w");
        _log.AssertIs("made", "w waits", "idle w", "w resumed ", "completed Closed", "disposes made", "unloaded");
    }

    [Fact]
    [Rule("14.3")]
    public void Extension_OfAnAbortedInstance_IsDisposed()
    {
        Hosted hosted = WithDisposables().Run();
        NoContext.Run(() => hosted.Application.Abort("no more"));
        _log.AssertIs("made", "w waits", "idle w", "w aborts", "disposes made", "aborted no more");
    }

    [Fact]
    [Rule("14.3")]
    public async Task Extension_DisposeFails_AbortsOnceAndDisposesTheOthers()
    {
        Hosted hosted = WithDisposables("broken", "made");
        NoContext.Run(hosted.Application.Run);

        hosted.Resume("w");

        _log.AssertIs("made", "made", "w waits", "idle w", "w resumed ", "completed Closed", "disposes broken", "disposes made", "aborted broken cannot end");
        WorkflowApplicationAbortedException refused = await Assert.ThrowsAsync<WorkflowApplicationAbortedException>(() => hosted.Application.Completion);
        Assert.Equal("broken cannot end", refused.InnerException?.Message);
    }

    [Fact]
    [Rule("14.3")]
    public void Extension_DisposeFailsAtAnAbort_ChangesNothing()
    {
        Hosted hosted = WithDisposables("broken").Run();

        NoContext.Run(() => hosted.Application.Abort("no more"));

        _log.AssertIs("made", "w waits", "idle w", "w aborts", "disposes broken", "aborted no more");
    }

    [Fact]
    [Rule("14.1")]
    public void EventArgs_GetInstanceExtensions_FindsThem()
    {
        Hosted hosted = Hosted.Inline(_log, new Step(_log, "step"), _log, "text").Run();
        Assert.Same(_log, Assert.Single(hosted.Last!.GetInstanceExtensions<Log>()));
        Assert.Empty(hosted.Last.GetInstanceExtensions<Step>());
        Hosted without = Hosted.Inline(_log, new Step(_log, "step")).Run();
        Assert.Empty(without.Last!.GetInstanceExtensions<Log>());
    }

    [Fact]
    [Rule("14.2")]
    public void RequiredExtension_Missing_IsRefusedBeforeTheRun()
    {
        Hosted hosted = Hosted.Inline(_log, new Requiring());
        Assert.Throws<ValidationException>(hosted.Application.Run);
        Assert.Empty(_log.Entries);
    }

    [Fact]
    [Rule("14.2")]
    public async Task Proxy_BeforeRun_WaitsForRun()
    {
        Proxied extension = new();
        Hosted hosted = Hosted.Inline(_log, new Wait(_log, "w"), extension);
        hosted.Do(application => application.GetBookmarksAsync());
        Task<BookmarkResumptionResult> resumed = extension.Proxy!.ResumeBookmarkAsync(new Bookmark("w"), 3).AsTask();
        Assert.Empty(_log.Entries);
        hosted.Run();
        Assert.Equal(BookmarkResumptionResult.Success, await resumed.WaitAsync(HangGuard.Limit));
        _log.AssertIs("w waits", "w resumed 3", "completed Closed", "unloaded");
        Assert.Equal(hosted.Application.Id, extension.Proxy.Id);
        Assert.Same(hosted.Application.WorkflowDefinition, extension.Proxy.WorkflowDefinition);
        Assert.Equal(BookmarkResumptionResult.NotFound, await extension.Proxy.ResumeBookmarkAsync(new Bookmark("w"), 3));
    }

    [Fact]
    [Rule("14.2")]
    public async Task Proxy_OfAnAbortedInstance_FindsNothing()
    {
        Proxied extension = new();
        Hosted hosted = Hosted.Inline(_log, new Wait(_log, "w"), extension).Run();
        NoContext.Run(hosted.Application.Abort);
        Assert.Equal(BookmarkResumptionResult.NotFound, await extension.Proxy!.ResumeBookmarkAsync(new Bookmark("w"), 3));
    }

    [Fact]
    [Rule("14.2")]
    public void Delay_WithAClockAmongTheExtensions_UsesIt()
    {
        VirtualTimeProvider clock = new();
        Sequence root = new() { Activities = { new Delay { Duration = TimeSpan.FromMinutes(5) }, new Step(_log, "after") } };
        Hosted.Inline(_log, root, clock).Run();
        clock.Advance(TimeSpan.FromMinutes(5));
        _log.AssertIs("idle", "after", "completed Closed", "unloaded");
        Assert.Equal(0, clock.PendingTimers);
    }

    private Hosted WithDisposables(params string[] names)
    {
        Hosted hosted = Hosted.Inline(_log, new Wait(_log, "w"), new Disposable(_log, "shared"));
        foreach (string name in names.DefaultIfEmpty("made"))
        {
            hosted.Application.Extensions.Add(() =>
            {
                _log.Add("made");
                return new Disposable(_log, name);
            });
        }

        return hosted;
    }

    private sealed class Disposable(Log log, string name) : IDisposable
    {
        public void Dispose()
        {
            log.Add($"disposes {name}");
            if (name == "broken")
            {
                throw new InvalidOperationException("broken cannot end");
            }
        }
    }

    private sealed class Requiring : CodeActivity
    {
        protected override void CacheMetadata(CodeActivityMetadata metadata) => metadata.RequireExtension<Log>();

        protected override void Execute(CodeActivityContext context)
        {
        }
    }
}
