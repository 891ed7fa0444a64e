using System.Runtime;
using Workflow.Core.Tests.TestKit;
using Workflow.Expressions;

namespace Workflow.Core.Tests.ExpressionsTests;

/// <summary>An operator is compiled once for its operand types. Neither a second definition nor a run compiles anything.</summary>
[Rule("20.1")]
public sealed class OperatorCompilationTests
{
    private const int Passes = 20;

    /// <summary>Asserts the minimum of several passes, because the .NET runtime occasionally recompiles code in the background.</summary>
    [Fact]
    public void Operator_OfKnownTypes_IsNotCompiledAgain()
    {
        long least = long.MaxValue;
        for (int i = 0; i < Passes; i++)
        {
            long before = JitInfo.GetCompiledMethodCount(currentThread: true);
            RunAll();
            least = Math.Min(least, JitInfo.GetCompiledMethodCount(currentThread: true) - before);
        }

        Assert.Equal(0, least);
    }

    [Fact]
    public void Operator_OfTypesWithoutIt_IsAnErrorEachTime()
    {
        Evaluate.AssertUndefined(new Subtract<Plain, Plain, Plain>());
        Evaluate.AssertUndefined(new Subtract<Plain, Plain, Plain>());
        Evaluate.AssertUndefined(new Not<Plain, Plain>(), "'Not'");
        Evaluate.AssertUndefined(new Not<Plain, Plain>(), "'Not'");
    }

    private static void RunAll()
    {
        Assert.Equal(5, Evaluate.Value(new Add<int, int, int>(), 2, 3));
        Assert.Equal(5, Evaluate.Value(new Add<int, int, int> { Checked = false }, 2, 3));
        Assert.Equal(5L, Evaluate.Value(new Cast<int, long>(), 5));
        Assert.Equal(4, Evaluate.Value(new PropertyValue<string, int> { PropertyName = nameof(string.Length), Operand = Evaluate.In("text") }));
    }
}
