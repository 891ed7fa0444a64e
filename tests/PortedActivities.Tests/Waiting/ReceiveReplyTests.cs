using PortedActivities.Waiting;
using Workflow.Expressions;
using Workflow.Testing;

namespace PortedActivities.Tests.Waiting;

public sealed class ReceiveReplyTests
{
    private readonly Log _log = new();

    [Fact]
    public async Task Reply_FromTheOutside_IsTheResult()
    {
        await using TestHost host = new();
        TestInstance run = host.Start(new ReceiveReply { From = "Ann" });
        Assert.False(await run.TryResumeAsync("Bob", "no"));
        await run.ReloadAsync();
        await run.ResumeAsync("Ann", "yes");
        Assert.Equal("yes", run.Result!.GetOutput<string>());
    }

    [Fact]
    public async Task Reply_CrashAtAnyPoint_IsTheResult()
    {
        CrashReport report = await CrashTest.ExploreAsync(
            new ReceiveReply { From = "Ann" }, new CrashTestOptions { Events = [TestEvent.Resume("Ann", "yes")] });
        Assert.Equal("yes", report.Uninterrupted.Result.GetOutput<string>());
        Assert.NotEmpty(report.Points);
    }

    [Fact]
    public async Task Reply_OfAnotherBranch_IsTheResult()
    {
        Variable<string> reply = new("reply");
        Variable<BookmarkResumptionResult> sent = new("sent");
        Sequence workflow = new()
        {
            Variables = { reply, sent },
            Activities =
            {
                new Parallel { Branches = { new ReceiveReply { From = "Ann", Result = reply }, new SendReply { Name = "Ann", Text = "yes", Result = sent } } },
                new Note(_log, context => $"{sent.Get(context)}: {reply.Get(context)}"),
            },
        };

        await new Started(workflow).OutputsAsync();
        _log.AssertIs("Success: yes");
    }

    [Fact]
    public async Task Reply_NobodyWaitsFor_IsNotFound() =>
        Assert.Equal(BookmarkResumptionResult.NotFound, await WorkflowInvoker.InvokeAsync(new SendReply { Name = "Ann", Text = "yes" }));

    [Fact]
    public async Task Name_UsedTwiceWithoutConversation_Faults()
    {
        Started run = new(new Parallel { Branches = { new ReceiveReply { From = "Ann" }, new ReceiveReply { From = "Ann" } } });
        await Assert.ThrowsAsync<InvalidOperationException>(run.OutputsAsync);
    }

    [Fact]
    public async Task Name_UsedInTwoConversations_IsDistinguished()
    {
        await using TestHost host = new();
        TestInstance run = host.Start(new Parallel
        {
            Branches =
            {
                new ConversationScope { Body = new ReceiveReply { From = "Ann" } },
                new ConversationScope { Body = new ReceiveReply { From = "Ann" } },
                new Sequence { Activities = { new ReceiveReply { From = "Ann" }, new Step(_log, "heard") } },
            },
            CompletionCondition = new LambdaValue<bool>(_ => true),
        });
        await run.ResumeAsync("Ann", "yes");
        run.Result!.EnsureClosed();
        _log.AssertIs("heard");
    }

    [Fact]
    public async Task Conversation_GivenByHandle_OverridesTheEnclosingOne()
    {
        Variable<BookmarkScopeHandle> handle = new("handle");
        Parallel both = new() { Branches = { new ReceiveReply { From = "Ann" }, new ReceiveReply { From = "Ann", Conversation = handle } } };
        Started run = new(new Sequence
        {
            Variables = { handle },
            Activities = { new MakeConversation { Handle = handle }, new ConversationScope { Body = both } },
        });

        Assert.True(run.IsRunning, "A name taken twice in one conversation would be a fault.");
        run.Cancel();
        await run.AssertCanceledAsync();
    }

    [Fact]
    public async Task Conversation_None_Completes() => await new Started(new ConversationScope()).OutputsAsync();

    [Fact]
    public async Task Cancel_WhileItWaits_FreesTheName()
    {
        await using TestHost host = new();
        TestInstance run = host.Start(new Sequence
        {
            Activities =
            {
                new Pick
                {
                    Branches =
                    {
                        new PickBranch { Trigger = new ReceiveReply { From = "Ann" }, Action = new Step(_log, "never") },
                        new PickBranch { Trigger = new ReceiveReply { From = "Bob" }, Action = new Step(_log, "Bob was first") },
                    },
                },
                new ReceiveReply { From = "Ann" },
            },
        });
        await run.ResumeAsync("Bob", "hi");
        await run.ResumeAsync("Ann", "late");
        run.Result!.EnsureClosed();
        _log.AssertIs("Bob was first");
    }

    [Fact]
    public async Task Cancel_InAConversation_EndsCanceled()
    {
        Started run = new(new ConversationScope { Body = new ReceiveReply { From = "Ann" } });
        run.Cancel();
        await run.AssertCanceledAsync();
    }

    [Fact]
    public async Task Reply_ThatIsNoText_FaultsTheActivity()
    {
        await using TestHost host = new();
        TestInstance run = host.Start(new ReceiveReply { From = "Ann" });
        await run.ResumeAsync("Ann", 42);
        Assert.IsType<InvalidCastException>(run.Result!.Exception);
    }

    private sealed class MakeConversation : NativeActivity
    {
        public InArgument<BookmarkScopeHandle> Handle { get; set; } = null!;

        protected override void Execute(NativeActivityContext context) => Handle.Get(context)!.CreateBookmarkScope(context);
    }
}
