using PortedActivities.Waiting;
using Workflow.Expressions;
using Workflow.Hosting;

namespace PortedActivities.Tests.Waiting;

public sealed class ReceiveReplyTests
{
    private readonly Log _log = new();
    private readonly Outside _outside = new();

    [Fact]
    public async Task Reply_FromTheOutside_IsTheResult()
    {
        Started run = new(new ReceiveReply { From = "Ann" }, _outside);
        Assert.True(run.IsRunning);
        Assert.Equal(BookmarkResumptionResult.NotFound, await _outside.ReplyAsync("Bob", "no"));
        Assert.Equal(BookmarkResumptionResult.Success, await _outside.ReplyAsync("Ann", "yes"));
        Assert.Equal("yes", (await run.OutputsAsync())["Result"]);
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
    public async Task Name_WaitedForTwice_FaultsOutsideConversations()
    {
        Started run = new(new Parallel { Branches = { new ReceiveReply { From = "Ann" }, new ReceiveReply { From = "Ann" } } });
        await Assert.ThrowsAsync<InvalidOperationException>(run.OutputsAsync);
    }

    [Fact]
    public async Task Name_WaitedForInTwoConversations_IsNotConfused()
    {
        Started run = new(
            new Parallel
            {
                Branches =
                {
                    new ConversationScope { Body = new ReceiveReply { From = "Ann" } },
                    new ConversationScope { Body = new ReceiveReply { From = "Ann" } },
                    new Sequence { Activities = { new ReceiveReply { From = "Ann" }, new Step(_log, "heard") } },
                },
                CompletionCondition = new LambdaValue<bool>(_ => true),
            },
            _outside);
        await _outside.ReplyAsync("Ann", "yes");

        await run.OutputsAsync();
        _log.AssertIs("heard");
    }

    [Fact]
    public async Task Conversation_GivenByItsHandle_GoesBeforeTheOneAround()
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
        Started run = new(
            new Sequence
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
            },
            _outside);
        await _outside.ReplyAsync("Bob", "hi");
        await _outside.ReplyAsync("Ann", "late");

        await run.OutputsAsync();
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
        Started run = new(new ReceiveReply { From = "Ann" }, _outside);
        await _outside.ReplyAsync("Ann", 42);
        await Assert.ThrowsAsync<InvalidCastException>(run.OutputsAsync);
    }

    /// <summary>What the host would do: it knows the instance and resumes its bookmarks.</summary>
    private sealed class Outside : IWorkflowInstanceExtension
    {
        private WorkflowInstanceProxy? _instance;

        public IEnumerable<object>? GetAdditionalExtensions() => null;

        public void SetInstance(WorkflowInstanceProxy instance) => _instance = instance;

        public Task<BookmarkResumptionResult> ReplyAsync(string name, object reply) => _instance!.ResumeBookmarkAsync(new Bookmark(name), reply).AsTask();
    }

    private sealed class MakeConversation : NativeActivity
    {
        public InArgument<BookmarkScopeHandle> Handle { get; set; } = null!;

        protected override void Execute(NativeActivityContext context) => Handle.Get(context)!.CreateBookmarkScope(context);
    }
}
