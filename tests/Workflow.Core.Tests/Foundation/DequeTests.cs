using System.Runtime.CompilerServices;
using Workflow.Core.Tests.TestKit;
using Workflow.Foundation;

namespace Workflow.Core.Tests.Foundation;

public sealed class DequeTests
{
    [Fact]
    public void PopFront_AfterPushesAtBothEnds_YieldsFrontsThenBacks()
    {
        Deque<string> deque = new(4);
        deque.PushBack("back 1");
        deque.PushFront("front 1");
        deque.PushBack("back 2");
        deque.PushFront("front 2");
        Assert.Equal(4, deque.Count);
        Assert.Equal(["front 2", "front 1", "back 1", "back 2"], Drain(deque));
        Assert.Equal(0, deque.Count);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(4)]
    [InlineData(5)]
    [InlineData(64)]
    public void Push_BeyondItsCapacity_KeepsTheOrder(int capacity)
    {
        Deque<int> deque = new(capacity);
        for (int i = 1; i <= 50; i++)
        {
            deque.PushFront(-i);
            deque.PushBack(i);
        }

        Assert.Equal([.. Enumerable.Range(1, 50).Reverse().Select(i => -i), .. Enumerable.Range(1, 50)], Drain(deque));
    }

    [Fact]
    [Trait("Category", RandomRounds.Category)]
    public void Operations_AtRandom_AgreeWithALinkedList() => RandomRounds.Run(seed =>
    {
        Random random = new(seed);
        Deque<int> deque = new(4);
        LinkedList<int> model = new();
        for (int i = 0; i < 5000; i++)
        {
            switch (random.Next(model.Count == 0 ? 2 : 4))
            {
                case 0:
                    deque.PushFront(i);
                    model.AddFirst(i);
                    break;
                case 1:
                    deque.PushBack(i);
                    model.AddLast(i);
                    break;
                default:
                    Assert.Equal(model.First!.Value, deque.PopFront());
                    model.RemoveFirst();
                    break;
            }

            Assert.Equal(model.Count, deque.Count);
        }
    });

    [Fact]
    public void Clear_OfAFilledDeque_LeavesItEmptyAndUsable()
    {
        Deque<string> deque = new(4);
        deque.PushBack("old");
        deque.PushFront("old");
        deque.Clear();
        Assert.Equal(0, deque.Count);
        deque.PushBack("new");
        Assert.Equal("new", deque.PopFront());
    }

    [Fact]
    public void PopFront_OfAReference_ReleasesIt()
    {
        Deque<object> deque = new(4);
        WeakReference popped = PushAndPop(deque);
        GC.Collect();
        Assert.False(popped.IsAlive);
        Assert.Equal(0, deque.Count);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static WeakReference PushAndPop(Deque<object> deque)
    {
        deque.PushBack(new object());
        return new WeakReference(deque.PopFront());
    }

    private static T[] Drain<T>(Deque<T> deque)
    {
        List<T> items = [];
        while (deque.Count > 0)
        {
            items.Add(deque.PopFront());
        }

        return [.. items];
    }
}
