using System.Collections;

namespace Workflow.Core.Tests.TestKit;

/// <summary>Values that log each step of their enumeration and call the delegates of the test.</summary>
internal sealed class Traced<T>(Log log, params T[] values) : IEnumerable<T>
{
    /// <summary>Called with the index of the next element.</summary>
    public Action<int>? OnMove { get; init; }

    public Action<int>? OnCurrent { get; init; }

    public Action? OnDispose { get; init; }

    public IEnumerator<T> GetEnumerator() => new Enumerator(this);

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();

    private sealed class Enumerator(Traced<T> owner) : IEnumerator<T>
    {
        private int _index = -1;

        public T Current
        {
            get
            {
                owner.OnCurrent?.Invoke(_index);
                return owner.Values[_index];
            }
        }

        object? IEnumerator.Current => Current;

        public bool MoveNext()
        {
            owner.Log.Add("next");
            _index++;
            owner.OnMove?.Invoke(_index);
            return _index < owner.Values.Length;
        }

        public void Reset() => throw new NotSupportedException();

        public void Dispose()
        {
            owner.Log.Add("dispose");
            owner.OnDispose?.Invoke();
        }
    }

    private Log Log => log;

    private T[] Values => values;
}
