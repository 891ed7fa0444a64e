using System.Net;
using System.Net.Sockets;

namespace Workflow.Persistence.Sql.Tests.Faults;

/// <summary>
/// A proxy between clients and a database server. It forwards whole requests and whole answers, and can end a connection instead of forwarding one. With
/// it, a test chooses whether the server has executed a request whose answer the client never receives. Thread-safe.
/// </summary>
internal abstract class LoopbackProxy : IAsyncDisposable
{
    private readonly Socket _listener;
    private readonly EndPoint _server;
    private readonly CancellationTokenSource _stop = new();
    private readonly Lock _gate = new();
    private readonly HashSet<Socket> _open = [];
    private readonly Task _accepting;
    private int _steps;

    /// <summary>Starts to listen.</summary>
    /// <param name="listener">A bound socket.</param>
    /// <param name="server">The address of the server.</param>
    protected LoopbackProxy(Socket listener, EndPoint server)
    {
        _listener = listener;
        _server = server;
        _listener.Listen();
        _accepting = AcceptAsync();
    }

    /// <summary>The connection string for clients that use the proxy.</summary>
    public abstract string ConnectionString { get; }

    /// <summary>
    /// Decides about each request and each answer: true forwards it, false ends the connection instead. Called by several threads. By default, all are
    /// forwarded.
    /// </summary>
    public Func<ProxyStep, Task<bool>> Passes { get; set; } = All;

    /// <summary>Forwards everything.</summary>
    public static Task<bool> All(ProxyStep step) => Task.FromResult(true);

    /// <summary>Ends all connections immediately.</summary>
    public void CutAll()
    {
        lock (_gate)
        {
            foreach (Socket socket in _open)
            {
                socket.Dispose();
            }

            _open.Clear();
        }
    }

    public virtual async ValueTask DisposeAsync()
    {
        await _stop.CancelAsync();
        _listener.Dispose();
        CutAll();
        await _accepting;
        _stop.Dispose();
    }

    /// <summary>Forwards the data of one connection until one of its sides ends.</summary>
    /// <param name="down">The stream of the client.</param>
    /// <param name="up">The stream of the server.</param>
    protected abstract Task RelayAsync(NetworkStream down, NetworkStream up);

    protected Task<bool> PassesAsync(bool isAnswer, bool executes) => Passes(new ProxyStep(Interlocked.Increment(ref _steps), isAnswer, executes));

    private async Task AcceptAsync()
    {
        while (true)
        {
            try
            {
                Socket client = await _listener.AcceptAsync(_stop.Token);
                _ = ServeAsync(client);
            }
            catch (Exception) when (_stop.IsCancellationRequested)
            {
                return;
            }
        }
    }

    private async Task ServeAsync(Socket client)
    {
        using Socket server = _server is UnixDomainSocketEndPoint
            ? new(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified)
            : new(SocketType.Stream, ProtocolType.Tcp);
        using (client)
        {
            lock (_gate)
            {
                _open.Add(client);
                _open.Add(server);
            }

            try
            {
                await server.ConnectAsync(_server, _stop.Token);
                using NetworkStream up = new(server), down = new(client);
                await RelayAsync(down, up);
            }
            catch (Exception failure) when (failure is IOException or SocketException or ObjectDisposedException or OperationCanceledException)
            {
                // One of the sides has closed its connection.
            }
            finally
            {
                lock (_gate)
                {
                    _open.Remove(client);
                    _open.Remove(server);
                }
            }
        }
    }
}
