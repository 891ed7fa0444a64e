namespace Workflow.Hosting;

/// <summary>The operations that are not ready, in the order of their arrival. Only the owner of the turn may use it.</summary>
/// <remarks>A circular linked list with a reference to its last element: adding takes constant time, and an idle instance needs only one field.</remarks>
internal struct WaitingOperations
{
    private HostOperation? _last;

    public readonly bool IsEmpty => _last is null;

    /// <summary>Adds a chain of operations at the end; null for none.</summary>
    public void Add(ActorMessage? chain)
    {
        if (chain is null)
        {
            return;
        }

        ActorMessage end = chain;
        while (end.Next is { } next)
        {
            end = next;
        }

        end.Next = _last?.Next ?? chain;
        _last?.Next = chain;
        _last = (HostOperation)end;
    }

    /// <summary>Takes the first operation that can be performed now; null if there is none. Operations whose callers no longer wait are dropped.</summary>
    public HostOperation? TakeReady(OperationTarget instance)
    {
        if (_last is not { } previous)
        {
            return null;
        }

        HostOperation end = previous;
        while (true)
        {
            HostOperation operation = (HostOperation)previous.Next!;
            bool isEnd = ReferenceEquals(operation, end);
            bool isReady = !operation.IsGivenUp && operation.IsReady(instance);
            // Canceled operations are removed here and not by the thread that cancels, because only the owner of the turn may use the list.
            if (isReady || operation.IsGivenUp)
            {
                Unlink(operation, previous);
            }
            else
            {
                previous = operation;
            }

            if (isReady || isEnd)
            {
                return isReady ? operation : null;
            }
        }
    }

    /// <summary>Returns true if an operation can be performed now.</summary>
    public readonly bool HasReady(OperationTarget instance)
    {
        HostOperation? operation = _last;
        while (operation is not null)
        {
            operation = (HostOperation)operation.Next!;
            if (!operation.IsGivenUp && operation.IsReady(instance))
            {
                return true;
            }

            if (ReferenceEquals(operation, _last))
            {
                return false;
            }
        }

        return false;
    }

    private void Unlink(HostOperation operation, HostOperation previous)
    {
        if (ReferenceEquals(operation, previous))
        {
            _last = null;
        }
        else
        {
            previous.Next = operation.Next;
            _last = ReferenceEquals(operation, _last) ? previous : _last;
        }

        operation.Next = null;
    }
}
