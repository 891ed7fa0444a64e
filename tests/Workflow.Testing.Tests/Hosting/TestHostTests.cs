using Workflow.Hosting;
using Workflow.Statements;
using Workflow.Testing.Tests.Workflows;

namespace Workflow.Testing.Tests.Hosting;

public sealed class TestHostTests
{
    [Fact]
    public async Task Instance_ThatWaitsAndIsResumed_RunsOnlyWhenAsked()
    {
        await using TestHost host = new();
        EffectLog effects = host.Effects;
        TestInstance instance = host.Start(new Sequence { Activities = { new Effect("begin"), new WaitFor("decide"), new Effect("end") } });
        Assert.Empty(effects.Keys);
        await instance.RunUntilBookmarkAsync("decide");
        Assert.Equal(["begin"], effects.Keys);
        Assert.Equal("decide", Assert.Single(instance.Bookmarks).BookmarkName);
        await instance.ResumeAsync("decide");
        Assert.Equal(["begin", "end"], effects.Keys);
        Assert.Equal(ActivityInstanceState.Closed, instance.Result!.State);
    }

    [Fact]
    public async Task AdvanceAsync_TimersOfSeveralInstances_FiresThemInOrder()
    {
        await using TestHost host = new();
        EffectLog effects = host.Effects;
        host.Start(Loop("hour", TimeSpan.FromHours(1), 3));
        host.Start(Loop("day", TimeSpan.FromHours(2.5), 1));
        await host.AdvanceAsync(TimeSpan.FromHours(2));
        Assert.Equal(["hour", "hour"], effects.Keys);
        await host.AdvanceAsync(TimeSpan.FromHours(1));
        Assert.Equal(["hour", "hour", "day", "hour"], effects.Keys);
        Assert.All(host.Instances, instance => Assert.NotNull(instance.Result));
    }

    [Fact]
    public async Task RunUntilBookmark_OfAnotherBookmark_NamesTheActualWait()
    {
        await using TestHost host = new();
        TestInstance instance = host.Start(new Parallel { Branches = { new WaitFor("a"), new Delay { Duration = TimeSpan.FromDays(2) } } });
        WorkflowTestException failure = await Assert.ThrowsAsync<WorkflowTestException>(() => instance.RunUntilBookmarkAsync("b"));
        Assert.StartsWith(
            "The instance does not wait at 'b': it waits at 'a' (of 'a'), and the next timer is due at 2030-01-03 00:00:00Z.",
            failure.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Resume_OfEndedInstance_NamesItsEnd()
    {
        await using TestHost host = new();
        TestInstance instance = host.Start(new Throw { Exception = new(_ => new FormatException("Bad text.")) });
        WorkflowTestException failure = await Assert.ThrowsAsync<WorkflowTestException>(() => instance.ResumeAsync("b"));
        Assert.StartsWith("The bookmark 'b' cannot be resumed: it ended Faulted with 'Bad text.'.", failure.Message, StringComparison.Ordinal);
        Assert.IsType<FormatException>(failure.InnerException);
    }

    [Fact]
    public async Task Idle_WithValueThatCannotBeSaved_FailsTheTest()
    {
        Variable<object> value = new("value", _ => new Unsaved());
        await using TestHost host = new();
        TestInstance instance = host.Start(new Sequence { Variables = { value }, Activities = { new WaitFor("a") } });
        WorkflowTestException failure = await Assert.ThrowsAsync<WorkflowTestException>(() => instance.RunUntilIdleAsync());
        Assert.StartsWith("The instance was aborted: The variable 'value'", failure.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Reload_OfWaitingInstance_KeepsItsStateAndTrace()
    {
        Variable<string> text = new("text", "a");
        Activity<string> workflow = new Remember(text);
        await using TestHost host = new();
        TestInstance instance = host.Start(workflow);
        await instance.ReloadAsync();
        await instance.ReloadAsync();
        await instance.ResumeAsync("next", "b");
        Assert.Equal("a b", instance.Result!.GetOutput<string>());
        instance.Trace.AssertRan("next", "Join");
    }

    [Fact]
    public async Task RunToEnd_OfYearWithDailyTimers_TakesNoTime()
    {
        await using TestHost host = new();
        EffectLog effects = host.Effects;
        DateTimeOffset start = host.Time.GetUtcNow();
        await host.Start(Loop("day", TimeSpan.FromDays(1), 365)).RunToEndAsync();
        Assert.Equal(365, effects.CountOf("day"));
        Assert.Equal(start.AddDays(365), host.Time.GetUtcNow());
    }

    [Fact]
    public async Task Cancel_OfWaitingInstance_EndsItCanceled()
    {
        await using TestHost host = new();
        TestInstance instance = host.Start(new WaitFor("a"));
        await instance.RunUntilBookmarkAsync("a");
        await instance.CancelAsync();
        Assert.Equal(ActivityInstanceState.Canceled, instance.Result!.State);
    }

    [Fact]
    public async Task Terminate_OfWaitingInstance_EndsItWithTheReason()
    {
        await using TestHost host = new();
        TestInstance instance = host.Start(new WaitFor("a"));
        await instance.TerminateAsync("Not needed.");
        Assert.Equal("Not needed.", instance.Result!.Exception!.Message);
    }

    [Fact]
    public async Task LoadAsync_OfInstanceOfAnotherHost_ContinuesIt()
    {
        WaitFor workflow = new("a");
        await using TestHost first = new();
        TestInstance instance = first.Start(workflow);
        await instance.RunUntilBookmarkAsync("a");
        await Assert.ThrowsAsync<Persistence.InstanceLockedException>(() => first.LoadAsync(workflow, instance.Id));
    }

    [Fact]
    public void Options_WithUnloadAtIdle_ThrowWithAdvice() =>
        Assert.Contains(
            "ReloadAsync",
            Assert.Throws<ArgumentOutOfRangeException>(
                () => new TestHost(new TestHostOptions { IdleAction = PersistableIdleAction.Unload })).Message,
            StringComparison.Ordinal);

    /// <summary>The same function is valid for a host and for all explorations.</summary>
    [Fact]
    public async Task AddExtensions_OfAllOptions_GetsTheEffectLog()
    {
        int calls = 0;
        void Add(WorkflowInstanceExtensionManager extensions, EffectLog effects)
        {
            calls++;
            effects.Add("added");
        }

        await using TestHost host = new(new TestHostOptions { AddExtensions = Add });
        await host.Start(new Effect("one")).RunToEndAsync();
        Assert.Equal(["added", "one"], host.Effects.Keys);
        await CrashTest.ExploreAsync(new WaitFor("a"), new CrashTestOptions { Events = [TestEvent.Resume("a")], AddExtensions = Add });
        await InterleavingTest.ExploreAsync(new WaitFor("a"), new InterleavingOptions { Events = [TestEvent.Resume("a")], AddExtensions = Add });
        int before = calls;
        Assert.InRange(before, 3, int.MaxValue);
        string folder = Directory.CreateTempSubdirectory("testing").FullName;
        try
        {
            await CompatibilityTest.RecordAsync(folder, "a", new WaitFor("a"), new CompatibilityTestOptions { AddExtensions = Add });
            await CompatibilityTest.VerifyAsync(folder, "a", new WaitFor("a"), Add);
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }

        Assert.Equal(before + 2, calls);
    }

    private static While Loop(string key, TimeSpan wait, int times)
    {
        Variable<int> count = new("count", 0);
        return new While(context => count.Get(context) < times)
        {
            Variables = { count },
            Body = new Sequence
            {
                Activities = { new Delay { Duration = wait }, new Effect(key), new Assign<int> { To = count, Value = new(context => count.Get(context) + 1) } },
            },
        };
    }

    private sealed class Remember : Activity<string>
    {
        public Remember(Variable<string> text)
        {
            Variable<string> next = new("next");
            Implementation = () => new Sequence
            {
                Variables = { text, next },
                Activities =
                {
                    new WaitFor("next") { Result = next },
                    new Assign<string>
                    {
                        DisplayName = "Join",
                        To = new(context => Result!.Get(context)),
                        Value = new(context => $"{text.Get(context)} {next.Get(context)}")
                    },
                },
            };
        }
    }

    private sealed class Unsaved
    {
        public Stream Text { get; } = Stream.Null;
    }
}
