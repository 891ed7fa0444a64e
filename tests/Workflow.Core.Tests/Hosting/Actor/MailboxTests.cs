using Workflow.Core.Tests.TestKit;
using Workflow.Hosting;

namespace Workflow.Core.Tests.Hosting.Actor;

/// <summary>A mailbox has one owner at a time, and no message is lost or handled twice.</summary>
public sealed class MailboxTests
{
    [Fact]
    public void TryEndTurn_WithMessages_KeepsTheOwner()
    {
        Mailbox mailbox = new(isOwned: false);
        Assert.False(mailbox.HasOwner);
        Assert.True(mailbox.TryBeginTurn());
        Assert.False(mailbox.TryBeginTurn());
        Message first = new(), second = new();
        Assert.False(mailbox.TryBeginTurnOrPost(first));
        Assert.False(mailbox.TryBeginTurnOrPost(second));
        Assert.True(mailbox.HasMessages);
        Assert.False(mailbox.TryEndTurn());
        Assert.Same(first, mailbox.TakeAll());
        Assert.Same(second, first.Next);
        Assert.Null(second.Next);
        Assert.Null(mailbox.TakeAll());
        Assert.True(mailbox.TryEndTurn());
        Assert.False(mailbox.HasOwner);
    }

    [Fact]
    public void TryBeginTurnOrPost_WithoutAnOwner_BeginsATurn()
    {
        Mailbox mailbox = new(isOwned: false);
        Assert.True(mailbox.TryBeginTurnOrPost(new Message()));
        Assert.False(mailbox.HasMessages);
        Assert.True(mailbox.TryEndTurn());
        Assert.True(new Mailbox(isOwned: true).HasOwner);
    }

    /// <summary>
    /// A post may fail and then begin a turn. The message must not keep the link of the failed attempt, or the linked messages are handled twice.
    /// </summary>
    [Fact]
    public async Task Messages_FromManyThreads_AreHandledOnceByOneOwnerAtATime()
    {
        const int Threads = 4, Each = 200_000;
        Shared shared = new();
        await Task.WhenAll(Enumerable.Range(0, Threads).Select(_ => Task.Run(() =>
        {
            for (int i = 0; i < Each; i++)
            {
                shared.Post(new Message());
            }
        }))).WaitAsync(HangGuard.Limit);
        Assert.Equal(Threads * Each, shared.Handled);
        Assert.Equal(0, shared.Violations);
    }

    private sealed class Message : ActorMessage
    {
        public bool IsHandled { get; set; }
    }

    private sealed class Shared
    {
        private Mailbox _mailbox = new(isOwned: false);
        private int _owners;

        public int Handled { get; private set; }

        public int Violations { get; private set; }

        public void Post(Message message)
        {
            if (!_mailbox.TryBeginTurnOrPost(message))
            {
                return;
            }

            Violations += Interlocked.Increment(ref _owners) == 1 ? 0 : 1;
            ActorMessage? messages = message;
            while (true)
            {
                for (; messages is not null; messages = messages.Next)
                {
                    Handle(messages);
                }

                Interlocked.Decrement(ref _owners);
                if (_mailbox.TryEndTurn())
                {
                    return;
                }

                Interlocked.Increment(ref _owners);
                messages = _mailbox.TakeAll();
            }
        }

        private void Handle(ActorMessage message)
        {
            if (message is not Message { IsHandled: false } unhandled)
            {
                Violations++;
                return;
            }

            unhandled.IsHandled = true;
            Handled++;
        }
    }
}
