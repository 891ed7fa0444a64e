using Workflow.Hosting;
using Workflow.Persistence;

namespace Workflow.Core.Tests.Hosting.Application;

/// <summary>The settings of applications, of which those with default settings share one object.</summary>
public sealed class ApplicationSettingsTests
{
    private const int Threads = 4;

    private readonly InMemoryInstanceStore _store = new();
    private ApplicationSettings _settings = ApplicationSettings.For(null, hasInputs: false);

    [Fact]
    public void Change_OneApplication_LeavesOthersUnchanged()
    {
        ApplicationSettings other = ApplicationSettings.For(null, hasInputs: false);
        ApplicationSettings.ChangeInline(ref _settings, true);
        ApplicationSettings.Change(ref _settings, "store").Store = _store;
        Assert.True(_settings.RunsInline);
        Assert.Same(_store, _settings.Store);
        Assert.False(other.RunsInline);
        Assert.Null(other.Store);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Fix_SharedOrOwnSettings_RejectsChanges(bool isOwn)
    {
        if (isOwn)
        {
            ApplicationSettings.Change(ref _settings, "store").Store = _store;
        }

        ApplicationSettings.ChangeInline(ref _settings, true);
        ApplicationSettings.Fix(ref _settings);
        Assert.Throws<InvalidOperationException>(() => ApplicationSettings.Change(ref _settings, "store"));
        Assert.Throws<InvalidOperationException>(() => ApplicationSettings.ChangeInline(ref _settings, false));
        Assert.True(ApplicationSettings.ExtensionManagerOf(ref _settings).IsReadOnly);
        Assert.True(_settings.RunsInline);
        ApplicationSettings other = ApplicationSettings.For(null, hasInputs: false);
        ApplicationSettings.ChangeInline(ref other, false);
        Assert.False(ApplicationSettings.ExtensionManagerOf(ref other).IsReadOnly);
    }

    [Fact]
    public void Change_ManyThreads_AgreeOnOneObject()
    {
        for (int i = 0; i < 200; i++)
        {
            _settings = ApplicationSettings.For(null, hasInputs: false);
            WorkflowInstanceExtensionManager[] managers = new WorkflowInstanceExtensionManager[Threads];
            System.Threading.Tasks.Parallel.For(0, Threads, thread =>
            {
                if (thread == 0)
                {
                    ApplicationSettings.Fix(ref _settings);
                }

                managers[thread] = ApplicationSettings.ExtensionManagerOf(ref _settings);
            });
            Assert.All(managers, manager => Assert.Same(managers[0], manager));
            Assert.Throws<InvalidOperationException>(() => ApplicationSettings.Change(ref _settings, "store"));
        }
    }
}
