using System.Linq.Expressions;
using System.Runtime.CompilerServices;

namespace Workflow.Interop.Legacy.Activities.Rules.Binding;

/// <summary>
/// An expression or statement that was validated. It is interpreted at first: compiling costs as much as some thousand interpreted calls, and many rules of large sets run once.
/// Safe for all threads.
/// </summary>
internal sealed class BoundCode<T>
    where T : Delegate
{
    private const int CallsBeforeCompiling = 64;

    private readonly Expression<T> _lambda;
    private T? _current;
    private int _calls;

    public BoundCode(object source, Expression<T> lambda, Usage usage, bool mustCompile)
    {
        Source = source;
        Usage = usage;
        _lambda = lambda;
        _calls = mustCompile ? CallsBeforeCompiling - 1 : 0;
    }

    /// <summary>The expression or statement.</summary>
    public object Source { get; }

    public Usage Usage { get; }

    /// <summary>The code for one call.</summary>
    public T Current
    {
        get
        {
            // Two threads can both count or compile: the result is the same.
            if (_calls < CallsBeforeCompiling && ++_calls == CallsBeforeCompiling && RuntimeFeature.IsDynamicCodeSupported)
            {
                _current = _lambda.Compile();
            }

            return _current ??= _lambda.Compile(preferInterpretation: true);
        }
    }
}
