using System.Buffers.Binary;
using System.Globalization;
using System.Net;
using System.Net.Sockets;
using Microsoft.Data.SqlClient;

namespace Workflow.Persistence.Sql.Tests.Faults;

/// <summary>A proxy for the TDS protocol of SQL Server. The login is encrypted; the packets after the login are not. Thread-safe.</summary>
internal sealed class SqlServerProxy : LoopbackProxy
{
    /// <summary>The types of packets that are requests: a text, a procedure, and the begin or end of a transaction.</summary>
    private const byte Text = 1, Procedure = 3, Transaction = 14;

    private const int PacketHead = 8, RecordHead = 5;

    public SqlServerProxy(string connectionString)
        : this(new SqlConnectionStringBuilder(connectionString), NewListener())
    {
    }

    private SqlServerProxy(SqlConnectionStringBuilder builder, Socket listener)
        : base(listener, ServerOf(builder.DataSource))
    {
        builder.DataSource = string.Create(CultureInfo.InvariantCulture, $"127.0.0.1,{((IPEndPoint)listener.LocalEndPoint!).Port}");
        builder.Encrypt = SqlConnectionEncryptOption.Optional;
        ConnectionString = builder.ConnectionString;
    }

    public override string ConnectionString { get; }

    protected override async Task RelayAsync(NetworkStream down, NetworkStream up)
    {
        Exchange exchange = new();
        await Task.WhenAny(RequestAsync(down, up, exchange), AnswerAsync(up, down, exchange));
    }

    private static Socket NewListener()
    {
        Socket listener = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        return listener;
    }

    private static DnsEndPoint ServerOf(string source)
    {
        string[] parts = source.Split(',');
        return new DnsEndPoint(
            parts[0].Replace("tcp:", string.Empty, StringComparison.Ordinal),
            parts.Length > 1 ? int.Parse(parts[1], CultureInfo.InvariantCulture) : 1433);
    }

    /// <summary>Forwards requests, each as a whole. Forwards other packets, such as those of a login, one by one.</summary>
    private async Task RequestAsync(NetworkStream down, NetworkStream up, Exchange exchange)
    {
        using MemoryStream request = new();
        while (true)
        {
            byte[] packet = await ReadPacketAsync(down);
            await request.WriteAsync(packet);
            if (packet[0] is Text or Procedure or Transaction)
            {
                if (!IsLast(packet))
                {
                    continue;
                }

                if (!await PassesAsync(isAnswer: false, executes: true))
                {
                    return;
                }

                exchange.HasRequest = true;
            }

            await up.WriteAsync(request.ToArray());
            request.SetLength(0);
        }
    }

    private async Task AnswerAsync(NetworkStream up, NetworkStream down, Exchange exchange)
    {
        using MemoryStream answer = new();
        while (true)
        {
            byte[] packet = await ReadPacketAsync(up);
            await answer.WriteAsync(packet);
            if (exchange.HasRequest)
            {
                if (!IsLast(packet))
                {
                    continue;
                }

                if (!await PassesAsync(isAnswer: true, executes: true))
                {
                    return;
                }

                exchange.HasRequest = false;
            }

            await down.WriteAsync(answer.ToArray());
            answer.SetLength(0);
        }
    }

    /// <summary>Returns true if a packet is the last one of its message.</summary>
    private static bool IsLast(byte[] packet) => (packet[1] & 1) != 0;

    /// <summary>Reads a TDS packet or a TLS record. At the end of a login, a TLS record is not wrapped in a packet.</summary>
    private static async Task<byte[]> ReadPacketAsync(NetworkStream stream)
    {
        byte[] head = new byte[RecordHead];
        await stream.ReadExactlyAsync(head);
        bool isRecord = head[0] is >= 0x14 and <= 0x17 && head[1] == 3;
        int length = isRecord ? RecordHead + BinaryPrimitives.ReadUInt16BigEndian(head.AsSpan(3)) : BinaryPrimitives.ReadUInt16BigEndian(head.AsSpan(2));
        byte[] packet = new byte[Math.Max(length, isRecord ? RecordHead : PacketHead)];
        head.CopyTo(packet, 0);
        await stream.ReadExactlyAsync(packet.AsMemory(RecordHead));
        return packet;
    }

    /// <summary>The state of a connection, which has at most one request at a time.</summary>
    private sealed class Exchange
    {
        private volatile bool _hasRequest;

        /// <summary>True if the server has not yet answered a request.</summary>
        public bool HasRequest
        {
            get => _hasRequest;
            set => _hasRequest = value;
        }
    }
}
