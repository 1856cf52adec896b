#!/usr/bin/env python3
# Games of other shapes against a plain C program each: the same values at a small size, and CPU seconds at a larger one.
# benches/yardsticks/measure.py [PROGRAM [SECONDS [NAMES]]]
import subprocess,resource,sys,struct,os
N=os.path.abspath(sys.argv[1] if len(sys.argv)>1 else 'target/release/nimdsl')
os.chdir(os.path.dirname(os.path.abspath(__file__)))
OUT=os.path.abspath('../../target/yardsticks')
os.makedirs(OUT,exist_ok=True)
for source in sorted(os.listdir('.')):
    if source.endswith('.c'): subprocess.check_call(['cc','-O3','-o',f'{OUT}/{source[:-2]}.bin',source])
limit=float(sys.argv[2]) if len(sys.argv)>2 else 20
only=sys.argv[3:]
# name: (small, large, nimdsl size template)
S={'squares':(3000,20000),'powers':(3000,60000),'divisors':(3000,60000),'proper':(3000,60000),'half':(3000,1000000),'fibonacci_moves':(3000,1000000),'subtraction':(3000,1000000),
'quota':(1000,1000),'euclid':(150,1000),'xor_falls':(100,500),'last_amount':(500,100000),'xor_guard':(100,500),'product':(60,200),'rise':(60,300),'a_wythoff':(100,1000),'muller':(100,1000),'pass':(80,1000),'chocolate':(20,100),'chomp':(20,80),'four':(8,20)}
def cpu(cmd,limit=None,out=subprocess.DEVNULL):
    a=resource.getrusage(resource.RUSAGE_CHILDREN)
    try: r=subprocess.run(cmd,stdout=out,stderr=subprocess.PIPE,timeout=limit*3 if limit else None)
    except subprocess.TimeoutExpired: return None,''
    b=resource.getrusage(resource.RUSAGE_CHILDREN)
    return b.ru_utime-a.ru_utime+b.ru_stime-a.ru_stime, r.stderr.decode()
def npy(data):
    h=struct.unpack('<H',data[8:10])[0]; head=data[10:10+h].decode(); body=data[10+h:]
    import re
    d=re.search(r"'descr': '([^']*)'",head).group(1)
    k={'<i8':'q','<i4':'i','<u2':'H','<u4':'I'}[d]
    import array
    a=array.array(k); a.frombytes(body); return list(a)
for name,(small,large) in S.items():
    if only and name not in only: continue
    nim=f'{name}.nim'; 
    # agreement
    c=subprocess.run([f'{OUT}/{name}.bin',str(small),'dump'],stdout=subprocess.PIPE).stdout
    import array
    a=array.array('H'); a.frombytes(c)
    r=subprocess.run([N,'table',nim,'--size',str(small),'--format','npy'],stdout=subprocess.PIPE,stderr=subprocess.PIPE)
    if r.returncode: print(name,'refused',r.stderr.decode()[:200]); continue
    b=[max(v,0) for v in npy(r.stdout)]
    if name=='quota':
        m=2*small; a=[a[x*m+q] for q in range(m) for x in range(small)]
    same= list(a)==b
    e=''
    tc,_=cpu([f'{OUT}/{name}.bin',str(large)])
    tn,err=cpu([N,'table',nim,'--size',str(large),'--format','hash','--timing','--time',f'{int(limit)}s'],limit)
    import re
    g=re.search(r'"engine_name":"?([^",]*)',err); e=g.group(1) if g else err[-80:]
    print(f'{name:16} same={same} n={large:8} C {tc:7.3f}s nimdsl {tn if tn is None else round(tn,3)}s ratio {"-" if tn is None else round(tn/max(tc,0.001),1)} {e}',flush=True)
