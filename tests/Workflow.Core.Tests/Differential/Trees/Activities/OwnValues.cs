using System.Collections;
using Workflow.Core.Tests.Differential.Observing;
using Workflow.Core.Tests.Differential.Specs;

namespace Workflow.Core.Tests.Differential.Trees.Activities;

/// <summary>Values that log each step of their enumeration.</summary>
internal sealed class OwnValues(Stage stage, string name, int count, ValuesKind kind) : IEnumerable<int>
{
    public IEnumerator<int> GetEnumerator() => new Enumerator(stage, name, count, kind);

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();

    private sealed class Enumerator(Stage stage, string name, int count, ValuesKind kind) : IEnumerator<int>
    {
        private int _position;

        public int Current => 30 + _position;

        object IEnumerator.Current => Current;

        public bool MoveNext()
        {
            _position++;
            stage.Add($"{name} moves to {_position}");
            if (kind == ValuesKind.Canceling && _position == count)
            {
                stage.Running!.Cancel();
            }

            return kind == ValuesKind.Failing && _position == count ? throw new FaultA(name) : _position <= count;
        }

        public void Reset() => throw new NotSupportedException();

        public void Dispose() => stage.Add($"{name} is disposed");
    }
}
