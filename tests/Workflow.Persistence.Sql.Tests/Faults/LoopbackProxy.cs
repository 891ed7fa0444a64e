using System.Net;
using System.Net.Sockets;

namespace Workflow.Persistence.Sql.Tests.Faults;

/// <summary>
/// Between clients and a database server: passes whole requests and whole answers on, and can end a connection before either of them. So a test chooses whether the server has done what
/// the client never hears of. Thread-safe.
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

    /// <summary>Begins to listen.</summary>
    /// <param name="listener">A socket that is bound.</param>
    /// <param name="server">Where the server is.</param>
    protected LoopbackProxy(Socket listener, EndPoint server)
    {
        _listener = listener;
        _server = server;
        _listener.Listen();
        _accepting = AcceptAsync();
    }

    /// <summary>For clients that go through the proxy.</summary>
    public abstract string ConnectionString { get; }

    /// <summary>Asked before each request and each answer; false ends the connection instead. Called from several threads.</summary>
    public Func<ProxyStep, Task<bool>> Passes { get; set; } = All;

    /// <summary>Passes everything on.</summary>
    public static Task<bool> All(ProxyStep step) => Task.FromResult(true);

    /// <summary>Ends all connections, whatever they are doing.</summary>
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

    /// <summary>Passes on what goes through one connection, until one of its sides ends.</summary>
    /// <param name="down">The client.</param>
    /// <param name="up">The server.</param>
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
        using Socket server = _server is UnixDomainSocketEndPoint ? new(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified) : new(SocketType.Stream, ProtocolType.Tcp);
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
                // One of the sides has ended.
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
